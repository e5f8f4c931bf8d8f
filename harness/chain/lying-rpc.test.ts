import { type Address, getAddress, numberToHex, pad } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChain } from '../../test/chain/open-chain.ts'
import { createLyingRpc } from './lying-rpc.ts'

const ACCOUNT: Address = `0x${'ab'.repeat(20)}`
const [SLOT, WORD] = [pad('0x07'), pad('0x2a')]
/** Answers with the word at slot 7. */
const READER = '0x6007545f5260205ff3'

let chain: Awaited<ReturnType<typeof openChain>>
beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain?.close())

test('behavior: a lie about an account is told whatever is asked of it', async () => {
  const { rpc, lieAbout, tellTruth } = createLyingRpc(chain.upstream.rpc)
  const look = async (address = ACCOUNT) => [
    await rpc.request('eth_getCode', [address, 'latest']),
    await rpc.request('eth_getStorageAt', [address, numberToHex(7), 'latest']),
    await rpc.request('eth_call', [{ to: address }, 'latest']),
  ]
  const truth = ['0x', pad('0x'), '0x']
  expect(await look()).toEqual(truth)
  lieAbout(ACCOUNT, { stateDiff: { [SLOT]: WORD } })
  lieAbout(getAddress(ACCOUNT), { code: READER })
  expect(await look()).toEqual([READER, WORD, WORD])
  expect(await look(getAddress(ACCOUNT))).toEqual([READER, WORD, WORD])
  expect(await rpc.request('eth_getStorageAt', [ACCOUNT, '0x8', 'latest'])).toBe(pad('0x'))
  expect(await look(`0x${'cd'.repeat(20)}`)).toEqual(truth)
  tellTruth()
  expect(await look()).toEqual(truth)
})

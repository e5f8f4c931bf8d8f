import { type Address, type Hex, numberToHex, type PublicClient } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenChain, openChain } from '../../test/chain/open-chain.ts'
import type { Fork } from './fork.ts'
import { KEPT_STATES } from './fork-control.ts'
import { type MinedBlock, openWithin } from './open-within.ts'
import { createReadClient } from './viem-client.ts'

const KEEPER: Address = '0x1000000000000000000000000000000000000001'
const SENDER: Address = '0x1000000000000000000000000000000000000002'

/** Answers what it keeps when it is called without data, and keeps the data otherwise; does not answer while it keeps 2. */
const KEEPER_CODE: Hex = '0x3615600a575f355f55005b5f54600214601b575f545f5260205ff35b5f5ffd'

const word = (value: bigint) => numberToHex(value, { size: 32 })

let chain: OpenChain
let fork: Fork
let client: PublicClient
let block: MinedBlock
beforeAll(async () => {
  chain = await openChain()
  fork = await chain.fork()
  client = createReadClient(fork.rpc, 31_337)
  await fork.rpc.request('anvil_setCode', [KEEPER, KEEPER_CODE])
  for (const [nonce, value] of [1n, 2n, 3n].entries()) {
    const call = { from: SENDER, to: KEEPER, data: word(value), gas: '0x186a0', gasPrice: '0x0' }
    await fork.rpc.request('eth_sendTransaction', [{ ...call, nonce: numberToHex(nonce) }])
  }
  await fork.mine()
  block = await client.getBlock({ includeTransactions: true })
  await fork.mine()
})
afterAll(() => chain?.close())

const readBehind = async (count: number) =>
  (await openWithin(client, block, count))?.[0].call({ to: KEEPER, data: '0x' })

test('default: calls see what stood behind so many transactions of a block', async () => {
  expect(block.transactions).toHaveLength(3)
  for (const count of [0, 1, 3]) expect(await readBehind(count)).toEqual({ data: word(BigInt(count)) })
})

test('error: a call that fails there fails', async () => {
  await expect(readBehind(2)).rejects.toThrow()
})

test('behavior: what the node keeps no longer nobody opens', async () => {
  const head = block.number + BigInt(KEPT_STATES) - 2n
  while ((await client.getBlockNumber({ cacheTime: 0 })) < head) await fork.mine()
  for (const count of [0, 1, 3]) expect(await readBehind(count)).toEqual({ data: word(BigInt(count)) })
  await fork.mine()
  expect(await readBehind(0)).toBeUndefined()
  expect(await readBehind(3)).toBeUndefined()
})

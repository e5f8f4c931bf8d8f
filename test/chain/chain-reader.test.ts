import { type Address, type Hex, numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import type { OpenChain } from './open-chain.ts'
import { openChain } from './open-chain.ts'

const KEEPER: Address = '0x1000000000000000000000000000000000000001'
const SENDER: Address = '0x1000000000000000000000000000000000000002'

/** Answers what it keeps when it is called without data, and keeps the data otherwise. */
const KEEPER_CODE: Hex = '0x36600c575f545f5260205ff35b5f355f5500'

const word = (value: bigint) => numberToHex(value, { size: 32 })
const views = [
  { to: KEEPER, data: '0x' },
  { to: SENDER, data: '0x' },
] as const
const QUERY = { balances: [], allowances: [], codeHashes: [], feeds: [], views }

let chain: OpenChain
beforeAll(async () => {
  chain = await openChain()
  await chain.upstream.rpc.request('anvil_setCode', [KEEPER, KEEPER_CODE])
})
afterAll(() => chain?.close())

const reader = () => createChainReader(createReadClient(chain.upstream.rpc, 31_337), 31_337)

test('default: views answer their bytes around a simulated call, and nothing where nobody answers', async () => {
  const call = { from: SENDER, to: KEEPER, valueWei: 0n, data: word(7n) }
  const { before, after } = await reader().simulate([call], QUERY)
  expect([before.views, after.views]).toEqual([
    [word(0n), undefined],
    [word(7n), undefined],
  ])
})

test('behavior: views are read at the head, beside everything else', async () => {
  const state = await reader().readState({ ...QUERY, balances: [{ token: SENDER, account: SENDER }] })
  expect([state.views, state.balances]).toEqual([[word(0n), undefined], [undefined]])
  expect((await reader().readState({ ...QUERY, views: undefined })).views).toEqual([])
})

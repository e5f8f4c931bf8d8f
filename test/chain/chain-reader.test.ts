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

test('behavior: calls that never end keep no other from its answer, and what one writes is gone with the request', async () => {
  const BURNER: Address = '0x1000000000000000000000000000000000000005'
  await chain.upstream.rpc.request('anvil_setCode', [BURNER, '0x5b5f56'])
  const burn = { to: BURNER, data: '0x' } as const
  const keep = { to: KEEPER, data: word(7n) }
  const answers = await reader().ask([burn, burn, burn, ...views, keep, views[0]])
  expect(answers).toEqual([undefined, undefined, undefined, word(0n), undefined, '0x', word(7n)])
  expect(await reader().ask(views)).toEqual([word(0n), undefined])
})

test('behavior: what contracts burn or answer in masses keeps nothing else from being read, at one block', async () => {
  const BURNER: Address = '0x1000000000000000000000000000000000000003'
  const TALKER: Address = '0x1000000000000000000000000000000000000004'
  // One never comes to an answer, the other answers 64 KiB.
  await chain.upstream.rpc.request('anvil_setCode', [BURNER, '0x5b5f56'])
  await chain.upstream.rpc.request('anvil_setCode', [TALKER, '0x620100005ff3'])
  const burns = Array<Address>(150).fill(BURNER)
  const state = await reader().readState({
    balances: [...burns, KEEPER].map((token) => ({ token, account: SENDER })),
    allowances: [...burns, TALKER].map((token) => ({ token, owner: SENDER, spender: KEEPER })),
    codeHashes: [SENDER],
    feeds: burns.slice(0, 75),
    decimals: [BURNER, TALKER],
    views: [...Array(20).fill({ to: TALKER, data: '0x' }), ...views],
  })
  const unread = Array(150).fill(undefined)
  expect(state.balances).toEqual([...unread, undefined])
  expect(state.allowances).toEqual([...unread, 0n])
  expect(state.codeHashes).toHaveLength(1)
  expect(state.feeds).toEqual(unread.slice(0, 75))
  expect(state.decimals).toEqual([undefined, 0n])
  expect(state.views.map((answer) => answer?.length)).toEqual([...Array(20).fill(131_074), 66, undefined])
  expect(state.blockNumber).toBe(3n)
})

test.each([
  undefined,
  null,
  {},
  [],
  '',
  'ok',
  -1,
  true,
  '0x',
  '12',
  ['0x5'],
  `0x1${'0'.repeat(64)}`,
])('error: CHAIN_READ_FAILED, and no number, where a node answers %j in the place of one', async (answer) => {
  const client = createReadClient({ request: async () => answer as never }, 31_337)
  const { getBalance, getBlockNumber, getGasPrice, getTransactionCount } = createChainReader(client, 31_337)
  for (const read of [
    () => getBalance({ address: SENDER }),
    () => getBlockNumber(),
    () => getGasPrice(),
    () => getTransactionCount({ address: SENDER }),
  ]) {
    await expect(read()).rejects.toMatchObject({ code: 'CHAIN_READ_FAILED' })
  }
  const reading = createChainReader(client, 31_337).readState(QUERY)
  await expect(reading).rejects.toMatchObject({ code: 'CHAIN_READ_FAILED' })
})

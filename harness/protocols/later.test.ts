import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../test/world/open-world.ts'
import { createRoundReader } from '../chain/read-rounds.ts'
import { judgePositions } from '../oracle/judge-positions.ts'
import { judgeWorth } from '../oracle/judge-worth.ts'
import { comparePositions } from '../oracle/positions-seen.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { MAINNET_TOKENS } from '../world/mainnet-addresses.ts'
import { TESTBEDS } from './generated/testbeds.ts'
import { findLaterAct } from './later-acts.ts'
import type { LaterPlan } from './testbed-later.ts'

const feedAbi = parseAbi(['function setAnswer(int256, uint256)'])
const [whale, trader] = [ACTORS.whale.address, ACTORS.trader.address]
/** Borrows in Aave beyond what its collateral bears from the start. */
const UNSOUND: Address = '0xb055000000000000000000000000000000000002'

let world: OpenWorld
beforeEach(async () => {
  world = await openWorld()
})
afterEach(async () => {
  await world?.close()
})

async function send(to: Address, data: Hex): Promise<void> {
  const { rpc } = world.fork
  await rpc.request('anvil_setNextBlockBaseFeePerGas', ['0x0'])
  const transaction = { from: whale, to, data, gas: '0x4c4b40', gasPrice: '0x0' }
  const hash = await rpc.request<Hex>('eth_sendTransaction', [transaction])
  await rpc.request('evm_mine')
  expect((await world.client.getTransactionReceipt({ hash })).status).toBe('success')
}

async function observe(protocol: string, account: Address) {
  const asked = TESTBEDS[protocol]?.observe?.({ book: EMBEDDED_BOOK, account })
  return asked ? createRoundReader(world.client, EMBEDDED_BOOK.multicall as Address)(asked) : []
}

async function carryOut({ afterSeconds = 0, calls, gives }: LaterPlan): Promise<void> {
  for (const { token, amountBaseUnits } of gives) {
    const allow = [calls[0]?.to as Address, amountBaseUnits] as const
    await send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: allow }))
  }
  const { timestamp } = await world.client.getBlock()
  await world.fork.mine(timestamp + BigInt(afterSeconds) + 1n)
  for (const { to, data } of calls) await send(to, data)
}

interface Case {
  readonly protocol: string
  readonly act: string
  readonly account: Address
  readonly shareBps?: number
  readonly wethUsd?: bigint
}

test.each<[string, Case]>([
  ['Aave liquidates a half', { protocol: 'aave-v3', act: 'liquidate', account: UNSOUND, shareBps: 5_000 }],
  ['Aave liquidates what it may', { protocol: 'aave-v3', act: 'liquidate', account: UNSOUND }],
  ['Aave charges interest', { protocol: 'aave-v3', act: 'interest', account: UNSOUND }],
  [
    'Morpho liquidates a third',
    { protocol: 'morpho-blue', act: 'liquidate', account: trader, shareBps: 3_000, wethUsd: 2_000n },
  ],
  [
    'Morpho realises bad debt',
    { protocol: 'morpho-blue', act: 'bad-debt', account: trader, wethUsd: 1_000n },
  ],
  ['Morpho charges interest', { protocol: 'morpho-blue', act: 'interest', account: trader }],
])('I67: what is expected is what is observed: %s', async (_, terms) => {
  const { protocol, act, account, shareBps = 10_000, wethUsd } = terms
  if (wethUsd !== undefined) {
    const args = [wethUsd * 10n ** 8n, 1_800_000_000n] as const
    await send(
      MAINNET_TOKENS.WETH.feed,
      encodeFunctionData({ abi: feedAbi, functionName: 'setAnswer', args }),
    )
  }
  const before = await observe(protocol, account)
  const planned = await findLaterAct(protocol, act).plan({
    client: world.client,
    book: EMBEDDED_BOOK,
    whale,
    deployer: ACTORS.deployer.address,
    account,
    firstBlock: 0n,
    positions: before,
    shareBps,
    waitSeconds: 30 * 86_400,
  })
  expect(planned).toBeDefined()
  await carryOut(planned as LaterPlan)
  const seen = comparePositions(before, await observe(protocol, account))
  const told = {
    by: act,
    expected: (planned as LaterPlan).expected,
    actual: { assets: [], allowances: [], positions: [] },
    toleranceBps: (planned as LaterPlan).toleranceBps,
    groundTruthSource: 'log_comparison',
  } as const
  expect(judgePositions([told], seen.moved, []).contradictions).toEqual([])
  const worth = judgeWorth([told], seen, () => ({ symbol: 'T', decimals: 18 }))
  expect(worth.contradictions).toEqual([])
  expect(worth.rows.length).toBeGreaterThan(0)
})

test('behavior: nothing is done to who has nothing, or is sound', async () => {
  const scope = {
    client: world.client,
    book: EMBEDDED_BOOK,
    whale,
    deployer: ACTORS.deployer.address,
    firstBlock: 0n,
    shareBps: 10_000,
    waitSeconds: 1,
  }
  for (const [protocol, { later = {} }] of Object.entries(TESTBEDS)) {
    for (const act of Object.values(later)) {
      expect(await act.plan({ ...scope, account: whale, positions: [] })).toBeUndefined()
    }
    if (later.liquidate === undefined) continue
    const sound = protocol === 'aave-v3' ? UNSOUND.replace(/2$/, '1') : trader
    const positions = await observe(protocol, sound as Address)
    expect(positions.length).toBeGreaterThan(0)
    const plan = await later.liquidate.plan({ ...scope, account: sound as Address, positions })
    expect(plan).toBeUndefined()
  }
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '../../harness/stage/stage.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { EMBEDDED_BOOK } from '../../harness/world/embedded-book.ts'
import { findSchemaProblems } from '../../tools/core/schema.ts'
import type { ToolDef } from '../../tools/core/tool-def.ts'
import { createChainControl } from '../../tools/devtools/chain-control.ts'
import { type OpenEnvironment, openEnvironment } from '../safety/open-environment.ts'

const { whale, recipient } = ACTORS

let environment: OpenEnvironment
let stage: Stage
const tools = new Map<string, ToolDef>()
const ran = new Set<string>()

beforeAll(async () => {
  environment = await openEnvironment()
  stage = await environment.open({ profile: 'dev' })
  const root = join(import.meta.dirname, '../../tools/devtools')
  for (const file of readdirSync(root).filter((name) => name.startsWith('testnet-'))) {
    const { TOOL_DEF } = (await import(join(root, file))) as { TOOL_DEF: ToolDef }
    tools.set(TOOL_DEF.name, TOOL_DEF)
  }
})
afterAll(async () => {
  await stage?.close()
  await environment?.close()
})

// biome-ignore lint/suspicious/noExplicitAny: results are checked member by member
async function run(name: string, params: object = {}): Promise<any> {
  const { error, details } = await stage.agent.runTool(name, params as never)
  if (error) throw error
  expect(findSchemaProblems((tools.get(name) as ToolDef).output, details)).toEqual([])
  ran.add(name)
  return details
}

const readPrice = async (token: string) =>
  (await stage.agent.runTool('data_get_token_price', { token })) as { error?: unknown; details?: unknown }

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => error.code,
  )

test('time, blocks and snapshots', async () => {
  const before = await run('testnet_get_status')
  expect(before.contracts.every((contract: { isDeployed: boolean }) => contract.isDeployed)).toBe(true)
  const { snapshotId } = await run('testnet_take_snapshot')
  const travelled = await run('testnet_time_travel', { seconds: 3_600 })
  expect(travelled.timestampSeconds).toBe(before.timestampSeconds + 3_600)
  const mined = await run('testnet_mine_blocks', { count: 3 })
  expect(mined.timestampSeconds).toBe(travelled.timestampSeconds + 36)
  const reverted = await run('testnet_revert_snapshot', { snapshotId })
  expect(reverted.blockNumber).toBe(before.blockNumber)
})

test('accounts and fees', async () => {
  for (const token of ['ETH', 'USDC', 'WETH']) {
    const params = { token, account: recipient.address, amountBaseUnits: '1000000' }
    const first = await run('testnet_fund_account', params)
    const second = await run('testnet_fund_account', params)
    expect(BigInt(second.balanceBaseUnits) - BigInt(first.balanceBaseUnits)).toBe(1_000_000n)
  }
  await run('testnet_impersonate_account', { account: whale.address, enabled: true })
  await run('testnet_set_base_fee', { baseFeeWei: '7000000000' })
  await run('testnet_mine_blocks', { count: 1 })
  expect((await run('testnet_get_status')).baseFeeWei).toBe('7000000000')
  await run('testnet_set_base_fee', { baseFeeWei: '0' })
  await run('testnet_mine_blocks', { count: 1 })
})

test('prices of feeds', async () => {
  await run('testnet_set_oracle_price', { token: 'WETH', priceUsd: '1234.5', ageSeconds: 100_000 })
  expect((await readPrice('ETH')).details).toMatchObject({ priceUsd: '1234.5', isStale: true })
  await run('testnet_set_oracle_price', { token: 'WETH', priceUsd: '-1' })
  expect((await readPrice('ETH')).error).toMatchObject({ code: 'NO_PRICE' })
  expect(await code(run('testnet_set_oracle_price', { token: 'NOPRICE', priceUsd: '1' }))).toBe('NO_PRICE')
})

test('tokens and pools', async () => {
  const { token } = await run('testnet_deploy_mock_token', { name: 'Mock', symbol: 'MCK', decimals: 9 })
  const pool = await run('testnet_deploy_mock_pool', {
    tokenA: token,
    tokenB: 'USDC',
    feeTier: 3_000,
    price: '2.5',
    amountABaseUnits: '1000000000000',
  })
  expect(BigInt(pool.liquidity)).toBeGreaterThan(0n)
  await run('testnet_fund_account', { token, account: whale.address, amountBaseUnits: '1000000000000' })
  const move = { tokenA: token, tokenB: 'USDC', feeTier: 3_000 }
  for (const price of ['4', '1.25']) {
    const moved = await run('testnet_move_pool_price', { ...move, price })
    const sqrt = Number(moved.sqrtPriceX96) / 2 ** 96
    const isToken0 =
      BigInt(token) < BigInt(EMBEDDED_BOOK.tokens.find((t) => t.symbol === 'USDC')?.address ?? 0)
    const perUnit = isToken0 ? sqrt ** 2 * 10 ** 3 : 10 ** 3 / sqrt ** 2
    expect(perUnit).toBeCloseTo(Number(price), 6)
  }
  expect(await code(run('testnet_move_pool_price', { ...move, feeTier: 500, price: '1' }))).toBe(
    'POOL_NOT_FOUND',
  )
  expect(await code(run('testnet_move_pool_price', { ...move, price: '0' }))).toBe('INVALID_PARAMS')
  expect(await code(run('testnet_move_pool_price', { ...move, price: '1', venue: 'nowhere' }))).toBe(
    'PROTOCOL_NOT_DEPLOYED',
  )
})

test('every tool of the test net ran, with a fitting prompt snippet', async () => {
  expect([...tools.keys()].filter((name) => !ran.has(name))).toEqual([])
  for (const tool of tools.values()) {
    const words = tool.promptSnippet.split(/\s+/).length
    expect(words >= 15 && words <= 40, `${tool.name} has ${words} words`).toBe(true)
  }
  expect(await code(createChainControl({} as never).execute('toString', {}))).toBe('CONTROL_NOT_AVAILABLE')
})

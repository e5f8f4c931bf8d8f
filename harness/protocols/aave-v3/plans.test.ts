import { type Address, erc20Abi, getAddress, type Hex, isAddressEqual, type TransactionReceipt } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, openBench } from '../../../test/conformance/bench.ts'
import { type OpenEnvironment, openEnvironment } from '../../../test/safety/open-environment.ts'
import { NATIVE_TOKEN } from '../../../tools/core/address-book.ts'
import { listLotChanges } from '../../../tools/core/lot-changes.ts'
import { differenceBps, type Outcome } from '../../../tools/core/outcome.ts'
import type { TransactionPlan } from '../../../tools/core/plan.ts'
import { findSchemaProblems } from '../../../tools/core/schema.ts'
import type { WriteTool } from '../../../tools/core/tool-def.ts'
import { TOOL_DEF as BORROW } from '../../../tools/protocols/aave-v3/aave-borrow-asset.ts'
import { TOOL_DEF as BORROW_ON_BEHALF } from '../../../tools/protocols/aave-v3/aave-borrow-on-behalf.ts'
import { TOOL_DEF as CLAIM } from '../../../tools/protocols/aave-v3/aave-claim-rewards.ts'
import { TOOL_DEF as LIQUIDATE } from '../../../tools/protocols/aave-v3/aave-liquidate-position.ts'
import { TOOL_DEF as REPAY } from '../../../tools/protocols/aave-v3/aave-repay-debt.ts'
import { TOOL_DEF as REPAY_WITH_SUPPLY } from '../../../tools/protocols/aave-v3/aave-repay-with-atokens.ts'
import { TOOL_DEF as SET_COLLATERAL } from '../../../tools/protocols/aave-v3/aave-set-collateral-enabled.ts'
import { TOOL_DEF as SET_EMODE } from '../../../tools/protocols/aave-v3/aave-set-emode.ts'
import { TOOL_DEF as SUPPLY } from '../../../tools/protocols/aave-v3/aave-supply-collateral.ts'
import { TOOL_DEF as SUPPLY_ETH } from '../../../tools/protocols/aave-v3/aave-supply-eth.ts'
import { TOOL_DEF as SWAP_COLLATERAL } from '../../../tools/protocols/aave-v3/aave-swap-collateral.ts'
import { TOOL_DEF as SWAP_DEBT } from '../../../tools/protocols/aave-v3/aave-swap-debt.ts'
import { TOOL_DEF as WITHDRAW } from '../../../tools/protocols/aave-v3/aave-withdraw-asset.ts'
import { TOOL_DEF as WITHDRAW_ETH } from '../../../tools/protocols/aave-v3/aave-withdraw-eth.ts'
import { ACTORS } from '../../world/actors.ts'
import { observe } from './observe.ts'

const TRADER = ACTORS.trader.address
const WETH = (whole: number) => (BigInt(whole) * 10n ** 18n).toString()
const USDC = (whole: number) => (BigInt(whole) * 10n ** 6n).toString()

let environment: OpenEnvironment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(async () => {
  await environment?.close()
})

const open = () => openBench(environment, SUPPLY)

/** Carry a plan out as the trader, call by call, and hold what came of it against what it promises and reports. */
async function act(bench: Bench, tool: WriteTool, params: object) {
  const { plan } = (await bench.plan(tool, params, TRADER)) as { readonly plan: TransactionPlan }
  const before = await look(bench)
  const logs: TransactionReceipt['logs'] = []
  let gasWei = 0n
  for (const { to, data, valueWei } of plan.calls) {
    const request = { from: TRADER, to, data, value: hex(valueWei), gas: hex(2_000_000n), gasPrice: '0x0' }
    await environment.rpc.request('anvil_setNextBlockBaseFeePerGas', ['0x0'])
    const hash = await environment.rpc.request<Hex>('eth_sendTransaction', [request])
    await bench.stage.blocks.mine(1)
    const receipt = await bench.scope.client.getTransactionReceipt({ hash })
    expect(receipt.status, `${data.slice(0, 10)} of ${tool.name}`).toBe('success')
    logs.push(...receipt.logs)
    gasWei += receipt.gasUsed * receipt.effectiveGasPrice
  }
  expect(gasWei).toBe(0n)
  const after = await look(bench)
  const settled = tool.settle({
    params: params as never,
    plan,
    receipt: { logs, status: 'success' } as never,
    account: TRADER,
  })
  expect(findSchemaProblems(tool.output, settled.data)).toEqual([])
  for (const outcome of [plan.expectation, settled.actualOutcome]) agree(outcome, before, after)
  return { plan, data: settled.data, positions: after.positions }
}

const hex = (amount: bigint): Hex => `0x${amount.toString(16)}`

async function look({ scope: { client }, stage: { book } }: Bench) {
  const tokens = book.tokens.map(({ address }) => address)
  const balances = await Promise.all(
    tokens.map((address) =>
      client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [TRADER] }),
    ),
  )
  const native = await client.getBalance({ address: TRADER })
  const positions = await observe({ client, book, account: TRADER })
  const held = tokens.map((token, index): readonly [Address, bigint] => [token, balances[index] ?? 0n])
  return { balances: new Map<Address, bigint>([...held, [NATIVE_TOKEN, native]]), positions }
}
type Look = Awaited<ReturnType<typeof look>>

/** Within a basis point: interest goes on between the calls. */
function agree({ assets, positions }: Outcome, before: Look, after: Look) {
  for (const [token, balance] of after.balances) {
    const stated = assets
      .filter((delta) => isAddressEqual(delta.token, token))
      .reduce((sum, { deltaBaseUnits }) => sum + deltaBaseUnits, 0n)
    const observed = balance - (before.balances.get(token) ?? 0n)
    expect(differenceBps(stated, observed), `${token}: ${stated}, observed ${observed}`).toBeLessThanOrEqual(
      1,
    )
  }
  const changes = listLotChanges(before.positions, after.positions)
  expect(positions.map(({ key, kind }) => `${kind} ${key}`).toSorted()).toEqual(
    changes.map(({ key, kind }) => `${kind} ${key}`).toSorted(),
  )
  for (const change of changes) {
    const stated = positions.find(({ key, kind }) => key === change.key && kind === change.kind)?.unitsDelta
    const observed = change.after.units - change.before.units
    expect(differenceBps(stated ?? 0n, observed), `${change.kind} ${stated} ${observed}`).toBeLessThanOrEqual(
      1,
    )
  }
}

describe('what plans promise is what is reported and what is observed', () => {
  test('default: supply, borrow, repay, withdraw', async () => {
    const bench = await open()
    await act(bench, SUPPLY, { token: 'WETH', amountBaseUnits: WETH(10) })
    const { positions } = await act(bench, BORROW, { token: 'USDC', amountBaseUnits: USDC(12_000) })
    expect(positions[0]?.health).toBeGreaterThan(2n * 10n ** 18n)
    await act(bench, REPAY, { token: 'USDC', amountBaseUnits: USDC(2_000) })
    await act(bench, WITHDRAW, { token: 'WETH', amountBaseUnits: WETH(2) })
    await act(bench, REPAY, { token: 'USDC', everything: true })
    const { positions: left } = await act(bench, WITHDRAW, { token: 'WETH', everything: true })
    expect(left).toEqual([])
  })

  test('behavior: native coins go in and come out', async () => {
    const bench = await open()
    await act(bench, SUPPLY_ETH, { amountBaseUnits: WETH(3) })
    const { data } = await act(bench, WITHDRAW_ETH, { amountBaseUnits: WETH(2) })
    expect(data).toMatchObject({ tokens: [{ token: NATIVE_TOKEN, deltaBaseUnits: WETH(2) }] })
  })

  test('behavior: a supply that is no collateral, and one that is repaid with', async () => {
    const bench = await open()
    const { plan } = await act(bench, SUPPLY, {
      token: 'DAI',
      amountBaseUnits: WETH(5_000),
      asCollateral: false,
    })
    expect(plan.calls).toHaveLength(3)
    await expect(
      bench.plan(BORROW, { token: 'DAI', amountBaseUnits: WETH(1_000) }, TRADER),
    ).rejects.toMatchObject({ code: 'HEALTH_FACTOR_TOO_LOW' })
    await act(bench, SUPPLY, { token: 'USDC', amountBaseUnits: USDC(10_000) })
    await act(bench, BORROW, { token: 'DAI', amountBaseUnits: WETH(1_000) })
    await act(bench, REPAY_WITH_SUPPLY, { token: 'DAI', amountBaseUnits: WETH(400) })
    const { positions } = await act(bench, REPAY_WITH_SUPPLY, { token: 'DAI', amountBaseUnits: WETH(40_000) })
    expect(positions.flatMap(({ lots }) => lots[1]?.units ?? 0n).every((units) => units < 10n ** 15n)).toBe(
      true,
    )
  })

  test('behavior: collateral and e-mode move no units, and never health below what is asked for', async () => {
    const bench = await open()
    await act(bench, SUPPLY, { token: 'DAI', amountBaseUnits: WETH(10_000) })
    await act(bench, SET_EMODE, { eModeCategory: 1 })
    await act(bench, BORROW, { token: 'USDC', amountBaseUnits: USDC(8_500), leastHealthFactor: '1.1' })
    const refused = { code: 'HEALTH_FACTOR_TOO_LOW' }
    await expect(
      bench.plan(SET_EMODE, { eModeCategory: 0, leastHealthFactor: '1' }, TRADER),
    ).rejects.toMatchObject(refused)
    await expect(bench.plan(SET_COLLATERAL, { token: 'DAI', enabled: false }, TRADER)).rejects.toMatchObject(
      refused,
    )
    await act(bench, SUPPLY, { token: 'WETH', amountBaseUnits: WETH(10) })
    const { data } = await act(bench, SET_COLLATERAL, { token: 'DAI', enabled: false })
    expect(data).toEqual({ changed: true })
    await act(bench, SET_EMODE, { eModeCategory: 0 })
  })

  test('behavior: rewards come to the account', async () => {
    const bench = await open()
    await act(bench, SUPPLY, { token: 'USDC', amountBaseUnits: USDC(1_000_000) })
    await bench.runTool('testnet_time_travel', { seconds: 864_000 })
    const { data } = await act(bench, CLAIM, {})
    expect(data).toMatchObject({
      tokens: [{ token: getAddress('0x6B175474E89094C44Da98b954EedeAC495271d0F') }],
    })
  })

  test('behavior: one collateral and one debt in place of another, with a sale between', async () => {
    const bench = await open()
    await act(bench, SUPPLY, { token: 'WETH', amountBaseUnits: WETH(10) })
    await act(bench, BORROW, { token: 'USDC', amountBaseUnits: USDC(6_000) })
    const { plan } = await act(bench, SWAP_COLLATERAL, {
      from: 'WETH',
      to: 'USDC',
      amountBaseUnits: WETH(2),
      slippageBps: 100,
    })
    // Withdraw; approve and sell; approve and supply.
    expect(plan.calls).toHaveLength(5)
    await act(bench, SWAP_DEBT, {
      from: 'USDC',
      to: 'DAI',
      amountBaseUnits: WETH(3_000),
      slippageBps: 100,
    })
    const same = { from: 'WETH', to: 'ETH', amountBaseUnits: '1' }
    await expect(bench.plan(SWAP_COLLATERAL, same, TRADER)).rejects.toMatchObject({ code: 'SAME_TOKEN' })
  })

  test("behavior: an unsound account's collateral for its debt, less the protocol's share", async () => {
    const bench = await open()
    const pair = { collateral: 'WBTC', debt: 'USDC', amountBaseUnits: USDC(10_000) }
    await act(bench, LIQUIDATE, { borrower: '0xb055000000000000000000000000000000000002', ...pair })
    await expect(
      bench.plan(LIQUIDATE, { borrower: '0xb055000000000000000000000000000000000001', ...pair }, TRADER),
    ).rejects.toMatchObject({ code: 'NOT_LIQUIDATABLE' })
  })

  test('behavior: nobody borrows on credit that nobody delegated', async () => {
    const bench = await open()
    const params = { token: 'USDC', amountBaseUnits: '1', delegator: ACTORS.whale.address }
    await expect(bench.plan(BORROW_ON_BEHALF, params, TRADER)).rejects.toMatchObject({
      code: 'INSUFFICIENT_LIQUIDITY',
    })
  })
})

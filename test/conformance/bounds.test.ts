import { type Hex, numberToHex, pad } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import type { ServedCase } from '../../tools/core/cases.ts'
import { ToolError } from '../../tools/core/errors.ts'
import type { WriteTool } from '../../tools/core/tool-def.ts'
import { divideUp } from '../../tools/kit/divide-up.ts'
import { type OpenEnvironment, openEnvironment } from '../safety/open-environment.ts'
import { findTool, openBench } from './bench.ts'
import { loadCases } from './load-cases.ts'
import { resolve } from './values.ts'

// Nobody trades between a plan and its block in the other cases, so that bytes without a bound come to the same there.
// Here the bytes themselves are looked at: they have to say what may be paid or got at worst.

let environment: OpenEnvironment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(async () => {
  await environment?.close()
})

/** Two slippages, whose bounds lie further apart than any rounding. */
const [NARROW_BPS, WIDE_BPS] = [100n, 300n]
const WHOLE_BPS = 10_000n

/**
 * How many amounts in the bytes of each case differ by exactly the two slippages, of how many that differ at all. Where
 * they are not the same, amounts follow from bounded ones; `0/0` has a bound of the caller's own, or keeps a plan locally.
 */
const BOUNDS: Readonly<Record<string, string>> = {
  aave_adjust_hedge: '1/1 2/2 2/2',
  aave_close_leverage_loop: '0/3 0/3 3/15',
  aave_deleverage_to_target: '0/6',
  aave_open_hedge: '1/1',
  aave_open_leverage_loop: '0/9 3/3',
  aave_swap_collateral: '3/3',
  aave_swap_debt: '3/3',
  agg_execute_best_swap: '1/1 1/1',
  agg_execute_split_swap: '1/1',
  agg_schedule_twap: '0/0',
  balancer_exit_pool: '3/3 3/3',
  balancer_exit_single_token: '1/1',
  balancer_join_pool: '1/1 1/1',
  balancer_swap_batch: '1/1 2/2 0/0',
  balancer_swap_single: '1/1 2/2 2/2 0/0 0/0',
  morpho_close_leverage_loop: '0/4 2/16',
  morpho_deleverage_to_target: '0/6 0/3 3/15',
  morpho_open_leverage_loop: '0/9 0/15',
  pendle_add_liquidity: '1/1',
  pendle_add_liquidity_keep_yt: '2/2',
  pendle_buy_pt: '1/1 1/1',
  pendle_buy_yt: '1/1',
  pendle_exit_market: '1/1 1/1',
  pendle_fill_limit_order: '2/2 2/2 2/2 2/2',
  pendle_mint_py: '1/1',
  pendle_redeem_matured_pt: '1/1',
  pendle_redeem_py: '1/1',
  pendle_remove_liquidity: '1/1 1/1',
  pendle_roll_pt: '3/7',
  pendle_sell_pt: '1/1',
  pendle_sell_yt: '1/1',
  pendle_swap_pt_for_yt: '1/1',
  pendle_swap_yt_for_pt: '1/1',
  uniswap_add_liquidity: '2/2 1/1',
  uniswap_add_v2_liquidity: '2/2 2/2',
  uniswap_close_position: '2/2 2/2',
  uniswap_close_v4_position: '2/2 2/2',
  uniswap_compound_fees: '2/2',
  uniswap_compound_v4_fees: '0/4',
  uniswap_decrease_v4_liquidity: '2/2',
  uniswap_execute_multihop_exact_output: '2/2 2/2',
  uniswap_execute_multihop_swap: '1/1 1/1',
  uniswap_execute_swap: '1/1 1/1 0/0',
  uniswap_execute_swap_exact_output: '2/2 2/2',
  uniswap_increase_liquidity: '2/2 2/2',
  uniswap_increase_v4_liquidity: '0/4 0/2',
  uniswap_migrate_v2_to_v3: '4/4 3/3',
  uniswap_migrate_v3_to_v4: '2/6 2/9',
  uniswap_mint_ladder: '5/5 2/2',
  uniswap_mint_v4_position: '0/4 0/2 0/4',
  uniswap_place_range_order: '1/1 1/1 1/1 1/1',
  uniswap_rebalance_position: '4/4 5/5',
  uniswap_rebalance_to_weights: '1/1 2/2',
  uniswap_rebalance_v4_position: '2/6',
  uniswap_remove_liquidity: '2/2 2/2 1/1',
  uniswap_remove_v2_liquidity: '2/2 2/2',
  uniswap_swap_basket: '2/2',
  uniswap_swap_native_eth: '2/2 1/1',
  uniswap_swap_split_route: '1/1 1/1',
  uniswap_swap_to_price: '1/1 1/1',
  uniswap_swap_v2_exact_input: '1/1 0/0',
  uniswap_swap_v2_exact_output: '2/2 2/2 0/0',
  uniswap_swap_v2_fee_on_transfer: '1/1',
  uniswap_swap_v4_exact_input: '2/2 0/0',
  uniswap_swap_v4_exact_output: '4/4 0/0',
  uniswap_swap_v4_multihop: '2/2 0/0 2/2',
  uniswap_zap_in: '3/3 3/3 1/1 2/2',
  uniswap_zap_in_v2: '0/9 0/9 0/9',
  uniswap_zap_out: '3/3 3/3',
  vault_zap_deposit: '3/3',
  vault_zap_withdraw: '1/1',
}

/** Acts that bring what accrues alone take no slippage; the least that they bring is bounded all the same. */
const WITHOUT_SLIPPAGE = ['pendle_claim_yield', 'pendle_mint_sy', 'pendle_redeem_sy']

const isFor = (amount: bigint, bps: readonly [bigint, bigint], other: bigint): boolean => {
  const apart = amount * bps[1] - other * bps[0]
  return (apart < 0n ? -apart : apart) <= 2n * WHOLE_BPS
}

/** Whether two amounts are least or most ones of the same amount, by either slippage; each is rounded by one. */
const isBound = ([narrow, wide]: readonly [bigint, bigint]): boolean =>
  isFor(narrow, [WHOLE_BPS - NARROW_BPS, WHOLE_BPS - WIDE_BPS], wide) ||
  isFor(narrow, [WHOLE_BPS + NARROW_BPS, WHOLE_BPS + WIDE_BPS], wide)

/** Hexadecimal digits of a word that an amount leaves zero, or of a negative one all ones. */
const FREE_DIGITS = 24

/** List the amounts in which the bytes of two calls differ; a bundle holds words at any place. */
function listChanges(narrow: Hex, wide: Hex): (readonly [bigint, bigint])[] {
  expect(wide.length).toBe(narrow.length)
  const groups: { readonly first: number; last: number }[] = []
  for (const [place, digit] of [...narrow].entries()) {
    if (digit === wide[place]) continue
    const group = groups.at(-1)
    if (group && place - group.last < FREE_DIGITS) group.last = place
    else groups.push({ first: place, last: place })
  }
  return groups.map(({ first, last }) => {
    const digits = (data: Hex) => data.slice(Math.max(2, first - FREE_DIGITS), last + 1)
    const read = (text: string) =>
      text.startsWith('ff') ? BigInt(`0x${text}`) - 16n ** BigInt(text.length) : BigInt(`0x${text}`)
    return [read(digits(narrow)), read(digits(wide))]
  })
}

/** Open the world of a case and answer what plans there. */
async function openCase(
  tool: WriteTool,
  { before, params = {}, owner, ownedByGate, recipients, baseFeeWei = '0' }: ServedCase,
) {
  const setup = { owner, ownedByGate, recipients, baseFeeWei: BigInt(baseFeeWei) }
  const bench = await openBench(environment, tool, setup)
  for (const step of before ?? []) await bench.run(step)
  const given = (await resolve(params, bench.scope)) as object
  return async (changed: object = {}) => {
    const { plan } = await bench.plan(tool, { ...given, ...changed })
    return plan
  }
}

const writes = [...(await loadCases(PROJECT_ROOT))].flatMap(([name, { cases }]) => {
  const tool = findTool(name)
  return tool.capability === 'write' && cases ? [{ name, tool, serves: cases.serves }] : []
})

const bounded = writes.filter(({ tool }) => JSON.stringify(tool.input).includes('"slippageBps"'))

test.each(bounded)('I17: what may be paid or got at worst stands in the bytes of $name', async ({
  name,
  tool,
  serves,
}) => {
  const found: string[] = []
  for (const served of serves) {
    const planWith = await openCase(tool, served)
    const callsAt = async (bps: bigint) => {
      const plan = await planWith({ slippageBps: Number(bps) })
      return plan.kind === 'transaction' ? plan.calls : []
    }
    const [narrow, wide] = [await callsAt(NARROW_BPS), await callsAt(WIDE_BPS)]
    expect(wide.length).toBe(narrow.length)
    const changes = narrow.flatMap(({ data }, index) => listChanges(data, wide[index]?.data ?? '0x'))
    found.push(`${changes.filter(isBound).length}/${changes.length}`)
  }
  expect(found.join(' ')).toBe(BOUNDS[name])
})

test.each(WITHOUT_SLIPPAGE)('I17: what %s brings at least stands in its bytes', async (name) => {
  const found = writes.find((write) => write.name === name)
  if (found === undefined) throw new Error(`no tool ${name}`)
  for (const served of found.serves) {
    const plan = await (await openCase(found.tool, served))()
    if (plan.kind !== 'transaction') throw new Error(`no transaction of ${name}`)
    const { assets, positions, toleranceBps } = plan.expectation
    const gains = [
      ...assets.map(({ deltaBaseUnits }) => deltaBaseUnits),
      ...positions.map(({ unitsDelta }) => unitsDelta),
    ].filter((gain) => gain > 0n)
    expect(gains.length).toBeGreaterThan(0)
    for (const gain of gains) {
      const least = divideUp(gain * (WHOLE_BPS - BigInt(toleranceBps)), WHOLE_BPS)
      expect(plan.calls.some(({ data }) => data.includes(pad(numberToHex(least)).slice(2)))).toBe(true)
    }
  }
})

/** Bounds that a caller may name, with one that no other amount of a case comes to. */
const NAMED = [
  ['amountOutMinimumBaseUnits', 12_345_678_901n],
  ['amountInMaximumBaseUnits', 10n ** 26n + 12_345n],
] as const

// Over venues the higher of it and what slippage leaves is asked for.
const naming = NAMED.flatMap(([parameter, bound]) =>
  writes
    .filter(
      ({ name, tool }) => !name.startsWith('agg_') && JSON.stringify(tool.input).includes(`"${parameter}"`),
    )
    .map((write) => ({ ...write, parameter, bound })),
)

test.each(naming)('I17: $parameter of $name stands in its bytes as it is given', async ({
  tool,
  serves,
  parameter,
  bound,
}) => {
  const given: boolean[] = []
  for (const served of serves) {
    const planWith = await openCase(tool, served)
    // One that bounds the other side of the trade is refused.
    const plan = await planWith({ [parameter]: bound.toString() }).catch(refusedAs('INVALID_PARAMS'))
    if (plan?.kind === 'transaction') given.push(plan.calls.some(({ data }) => isNamedIn(data, bound)))
  }
  expect(given).toEqual(given.map(() => true))
  expect(given.length).toBeGreaterThan(0)
})

/** Take a refusal for no plan. */
const refusedAs =
  (code: string) =>
  (cause: unknown): undefined => {
    if (!(cause instanceof ToolError) || cause.code !== code) throw cause
  }

/** Whether an amount stands in bytes, or its negative, as a limit on what comes in is written. */
const isNamedIn = (data: Hex, bound: bigint): boolean =>
  [bound, -bound].some((amount) => data.includes(numberToHex(amount, { size: 32, signed: true }).slice(2)))

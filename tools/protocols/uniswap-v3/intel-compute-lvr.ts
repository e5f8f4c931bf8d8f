import { chainsOf } from '../../core/base.ts'
import { FeeTierSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { annualBps, earnedFees, lossOfSwap } from './analysis/pool-income.ts'
import { valueIn1 } from './analysis/price-path.ts'
import { BASE } from './base.ts'
import { poolNotFound, poolOf, resolvePool } from './pool.ts'
import {
  assertSwaps,
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistories,
  type SwapEvent,
  secondsOf,
} from './swap-history.ts'

/** Compute the loss of a V3 pool's liquidity against rebalancing at a market price. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compute_lvr',
  aliases: ['compute_lvr'],
  description: "Compute the loss-versus-rebalancing of a Uniswap V3 pool's liquidity beside its fees.",
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compute_lvr tells what the liquidity of a Uniswap V3 pool lost to traders who knew a better price (LVR), and what it earned in fees from the same swaps.',
  promptGuidelines: [
    "Without referenceFeeTier the pool's own price after each swap counts as the market's.",
    'With it, the price of that pool of the same pair at the time does.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { ...HISTORY_PARAMETERS, referenceFeeTier: Type.Optional(FeeTierSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    /** Swaps for which the reference had a price. */
    pricedSwaps: Type.Integer(),
    /** Above zero is a loss of liquidity; base units of token1. */
    lvrIn1BaseUnits: SignedBaseUnitsSchema,
    feesIn1BaseUnits: SignedBaseUnitsSchema,
    netIn1BaseUnits: SignedBaseUnitsSchema,
    /** Of all tokens in the pool. */
    lvrAprBps: Type.Integer(),
    netAprBps: Type.Integer(),
  }),
  errorCodes: HISTORY_ERROR_CODES,
  async read({ referenceFeeTier, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    const reference =
      referenceFeeTier === undefined ? pool : poolOf(ctx, pool.token0, pool.token1, referenceFeeTier)
    ctx.step('logs')
    const pools = reference.address === pool.address ? [pool] : [pool, reference]
    const histories = await readPoolHistories(ctx, pools, params)
    const find = (address: string) => histories.find((history) => history.pool.address === address)
    const history = find(pool.address)
    const market = find(reference.address)
    if (history === undefined) throw poolNotFound(pool.token0, pool.token1, pool.feeTier)
    if (market === undefined) throw poolNotFound(pool.token0, pool.token1, reference.feeTier)
    assertSwaps(history, 1)
    const { state, held } = history
    const priced = history.swaps.flatMap((swap) => {
      const sqrtPriceX96 = priceAt(market.swaps, swap)
      return sqrtPriceX96 === undefined ? [] : [{ swap, sqrtPriceX96 }]
    })
    const lvr = priced.reduce(
      (sum, { swap, sqrtPriceX96 }) => sum + lossOfSwap(swap, pool.feeTier, sqrtPriceX96),
      0n,
    )
    const terms = { feeTier: pool.feeTier, feeProtocol: state.feeProtocol }
    const fees = priced.reduce(
      (sum, { swap, sqrtPriceX96 }) => sum + valueIn1(earnedFees([swap], terms), sqrtPriceX96),
      0n,
    )
    const value = valueIn1(held, state.sqrtPriceX96)
    const seconds = secondsOf(history.window)
    return {
      ...describeHistory(history),
      pricedSwaps: priced.length,
      lvrIn1BaseUnits: lvr.toString(),
      feesIn1BaseUnits: fees.toString(),
      netIn1BaseUnits: (fees - lvr).toString(),
      lvrAprBps: annualBps(lvr, value, seconds),
      netAprBps: annualBps(fees - lvr, value, seconds),
    }
  },
})

/** The last price of a pool when a swap of another one, or its own, was done; undefined before the first one. */
function priceAt(swaps: readonly SwapEvent[], at: SwapEvent): bigint | undefined {
  return swaps.findLast(
    ({ blockNumber, logIndex }) =>
      blockNumber < at.blockNumber || (blockNumber === at.blockNumber && logIndex <= at.logIndex),
  )?.sqrtPriceX96
}

import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { annualBps, earnedFees, lossOfSwap } from './analysis/pool-income.ts'
import { valueIn1 } from './analysis/price-path.ts'
import { BASE } from './base.ts'
import { PAIR_PARAMETERS, poolNotFound, poolOf, resolvePair } from './pool.ts'
import { FEE_TIERS } from './pool-address.ts'
import { readPoolHistories, secondsOf } from './swap-history.ts'

/** Rank the V3 fee tiers of a pair for a liquidity provider. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_rank_lp_pools',
  description: 'Rank the Uniswap V3 fee tiers of a pair for an LP by fee APR less LVR.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_rank_lp_pools ranks the Uniswap V3 pools of a pair by what their liquidity earned lately: fee APR less the loss to better informed traders.',
  promptGuidelines: [
    'Rates are of all tokens in a pool, in and out of range.',
    "The loss is at the pool's own price after each swap.",
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { tokenA: PAIR_PARAMETERS.tokenA, tokenB: PAIR_PARAMETERS.tokenB, ...WINDOW_PARAMETERS },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token0: AddressSchema,
    token1: AddressSchema,
    ...WINDOW_OUTPUT,
    windowSeconds: Type.Integer(),
    /** The best comes first. */
    pools: Type.Array(
      Type.Object({
        pool: AddressSchema,
        feeTier: Type.Integer(),
        swapCount: Type.Integer(),
        /** In token1 at the present price of the pool. */
        valueIn1BaseUnits: BaseUnitsSchema,
        feesIn1BaseUnits: BaseUnitsSchema,
        lvrIn1BaseUnits: SignedBaseUnitsSchema,
        feeAprBps: Type.Integer(),
        lvrAprBps: Type.Integer(),
        netAprBps: Type.Integer(),
      }),
    ),
  }),
  errorCodes: [
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'POOL_NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
    'NOT_FOUND',
    'CHAIN_READ_FAILED',
  ],
  async read({ tokenA, tokenB, ...params }, ctx) {
    const [a, b] = await resolvePair(ctx, tokenA, tokenB)
    const pools = FEE_TIERS.map((feeTier) => poolOf(ctx, a, b, feeTier))
    ctx.step('logs')
    const histories = await readPoolHistories(ctx, pools, params)
    const [first] = histories
    if (first === undefined) throw poolNotFound(a, b, FEE_TIERS.join('/'))
    const seconds = secondsOf(first.window)
    const ranked = histories.map(({ pool, state, held, swaps }) => {
      const { feeTier } = pool
      const value1 = valueIn1(held, state.sqrtPriceX96)
      const fees1 = valueIn1(
        earnedFees(swaps, { feeTier, feeProtocol: state.feeProtocol }),
        state.sqrtPriceX96,
      )
      const lvr1 = swaps.reduce((sum, swap) => sum + lossOfSwap(swap, feeTier, swap.sqrtPriceX96), 0n)
      return {
        pool: pool.address,
        feeTier,
        swapCount: swaps.length,
        valueIn1BaseUnits: value1.toString(),
        feesIn1BaseUnits: fees1.toString(),
        lvrIn1BaseUnits: lvr1.toString(),
        feeAprBps: annualBps(fees1, value1, seconds),
        lvrAprBps: annualBps(lvr1, value1, seconds),
        netAprBps: annualBps(fees1 - lvr1, value1, seconds),
      }
    })
    return {
      token0: first.pool.token0.address,
      token1: first.pool.token1.address,
      ...describeWindow(first.window),
      windowSeconds: seconds,
      pools: ranked.sort((x, y) => y.netAprBps - x.netAprBps || x.feeTier - y.feeTier),
    }
  },
})

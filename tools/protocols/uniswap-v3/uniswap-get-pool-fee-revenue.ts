import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { annualBps, earnedFees, feesOf } from './analysis/pool-income.ts'
import { valueIn1 } from './analysis/price-path.ts'
import { BASE } from './base.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
  secondsOf,
} from './swap-history.ts'

/** Read the fees that a V3 pool's swaps paid over a range of blocks, and what that is a year. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_pool_fee_revenue',
  description: 'Read the fees that a Uniswap V3 pool earned over a range of blocks, and the fee APR.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "uniswap_get_pool_fee_revenue sums the fees of a Uniswap V3 pool's swaps over recent blocks, less the protocol's share, and sets them against the tokens that it holds.",
  promptGuidelines: [
    'The APR is for all tokens in the pool; a narrow range earns more of it while the price is inside.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(HISTORY_PARAMETERS, { additionalProperties: false }),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    /** Paid by swaps, the protocol's share included. */
    fees0BaseUnits: BaseUnitsSchema,
    fees1BaseUnits: BaseUnitsSchema,
    liquidityFees0BaseUnits: BaseUnitsSchema,
    liquidityFees1BaseUnits: BaseUnitsSchema,
    /** Fees of liquidity in token1 at the present price. */
    liquidityFeesIn1BaseUnits: BaseUnitsSchema,
    /** Tokens of the pool in token1 at the present price. */
    poolValueIn1BaseUnits: BaseUnitsSchema,
    feeAprBps: Type.Integer(),
  }),
  errorCodes: HISTORY_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('logs')
    const history = await readPoolHistory(ctx, params, 1)
    const { pool, state, held, swaps } = history
    const paid = feesOf(swaps, pool.feeTier)
    const earned = earnedFees(swaps, { feeTier: pool.feeTier, feeProtocol: state.feeProtocol })
    const earnedIn1 = valueIn1(earned, state.sqrtPriceX96)
    const poolIn1 = valueIn1(held, state.sqrtPriceX96)
    return {
      ...describeHistory(history),
      fees0BaseUnits: paid.amount0.toString(),
      fees1BaseUnits: paid.amount1.toString(),
      liquidityFees0BaseUnits: earned.amount0.toString(),
      liquidityFees1BaseUnits: earned.amount1.toString(),
      liquidityFeesIn1BaseUnits: earnedIn1.toString(),
      poolValueIn1BaseUnits: poolIn1.toString(),
      feeAprBps: annualBps(earnedIn1, poolIn1, secondsOf(history.window)),
    }
  },
})

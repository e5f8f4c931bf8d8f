import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { toSqrtRange } from '../../kit/concentrated-liquidity.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { toBps } from './analysis/fixed-point.ts'
import { annualBps } from './analysis/pool-income.ts'
import { liquidityForValue, valueIn1 } from './analysis/price-path.ts'
import { ProvidedValueSchema, shareOfFees } from './analysis/provision.ts'
import { BASE } from './base.ts'
import { RANGE_PARAMETERS, resolveRange } from './range.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
  secondsOf,
} from './swap-history.ts'

/** Forecast the fee APR of a V3 range from recent volume and the liquidity in range. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_forecast_fee_apr',
  description: "Forecast a Uniswap V3 range's fee APR from recent volume and liquidity in range.",
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_forecast_fee_apr tells which fee APR a new Uniswap V3 range would have if volume and other liquidity stay as they were and the price stays inside.',
  promptGuidelines: [
    'A range that the price leaves earns nothing outside of it: set it against intel_backtest_lp_range.',
    'A range beside the present price is told as out of range, with an APR of nothing.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { ...HISTORY_PARAMETERS, ...RANGE_PARAMETERS, valueIn1BaseUnits: ProvidedValueSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    tickLower: Type.Integer(),
    tickUpper: Type.Integer(),
    isInRange: Type.Boolean(),
    liquidity: BaseUnitsSchema,
    /** Of the liquidity in range, what is provided included. */
    shareBps: Type.Integer(),
    /** Of the window, in token1 at the present price. */
    feesIn1BaseUnits: BaseUnitsSchema,
    feeAprBps: Type.Integer(),
  }),
  errorCodes: [...HISTORY_ERROR_CODES, 'INVALID_RANGE', 'ZERO_AMOUNT'],
  async read({ valueIn1BaseUnits, ...params }, ctx) {
    const value1 = readAmount(valueIn1BaseUnits, 'valueIn1BaseUnits')
    ctx.step('logs')
    const history = await readPoolHistory(ctx, params, 1)
    const { state } = history
    const ticks = resolveRange(params, state)
    const liquidity = liquidityForValue(value1, state.sqrtPriceX96, toSqrtRange(ticks))
    if (liquidity === 0n) {
      throw BASE.error('INVALID_RANGE', {
        lower: ticks.tickLower,
        upper: ticks.tickUpper,
        problem: 'the given value buys no liquidity in it',
      })
    }
    const isInRange = state.tick >= ticks.tickLower && state.tick < ticks.tickUpper
    const active = isInRange ? liquidity : 0n
    const fees1 = valueIn1(shareOfFees(history, active), state.sqrtPriceX96)
    return {
      ...describeHistory(history),
      ...ticks,
      isInRange,
      liquidity: liquidity.toString(),
      shareBps: toBps(active, state.liquidity + active),
      feesIn1BaseUnits: fees1.toString(),
      feeAprBps: annualBps(fees1, value1, secondsOf(history.window)),
    }
  },
})

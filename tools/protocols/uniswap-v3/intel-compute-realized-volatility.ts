import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { buildCandles } from './analysis/candles.ts'
import {
  annualVolatilityBps,
  bipowerVarianceWad,
  garmanKlassVarianceWad,
  listReturns,
  parkinsonVarianceWad,
  realizedVarianceWad,
} from './analysis/volatility.ts'
import { BASE } from './base.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
  secondsOf,
} from './swap-history.ts'

const EstimateSchema = Type.Integer({ description: 'volatility of a year, basis points' })

/** Compute the realised volatility of a V3 pool's price by several estimators. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compute_realized_volatility',
  description: "Compute the realised volatility of a Uniswap V3 pool's price by several estimators.",
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "intel_compute_realized_volatility estimates the yearly volatility of a Uniswap V3 pool's price from its recent swaps: from every swap, without jumps, and from candles.",
  promptGuidelines: [
    'Where bipower is far below realised, jumps made the price move.',
    'Estimators of candles rest on intervals that had a swap.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...HISTORY_PARAMETERS,
      intervalSeconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 86_400, description: 'length of a candle, 900 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    candleCount: Type.Integer(),
    /** Sum of squared returns from swap to swap. */
    realizedVarianceWad: Type.String(),
    realizedBps: EstimateSchema,
    bipowerBps: EstimateSchema,
    closeToCloseBps: EstimateSchema,
    parkinsonBps: EstimateSchema,
    garmanKlassBps: EstimateSchema,
  }),
  errorCodes: HISTORY_ERROR_CODES,
  async read({ intervalSeconds = 900, ...params }, ctx) {
    ctx.step('logs')
    const history = await readPoolHistory(ctx, params, 3)
    const { swaps } = history
    const seconds = secondsOf(history.window)
    const returns = listReturns(swaps)
    const candles = buildCandles(swaps, intervalSeconds)
    const closes = listReturns(candles.map(({ closeX96 }) => ({ sqrtPriceX96: closeX96 })))
    const annual = (varianceWad: bigint) => annualVolatilityBps(varianceWad, seconds)
    const realized = realizedVarianceWad(returns)
    return {
      ...describeHistory(history),
      candleCount: candles.length,
      realizedVarianceWad: realized.toString(),
      realizedBps: annual(realized),
      bipowerBps: annual(bipowerVarianceWad(returns)),
      closeToCloseBps: annual(realizedVarianceWad(closes)),
      parkinsonBps: annual(parkinsonVarianceWad(candles)),
      garmanKlassBps: annual(garmanKlassVarianceWad(candles)),
    }
  },
})

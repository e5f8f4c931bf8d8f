import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { buildCandles } from './analysis/candles.ts'
import { BASE } from './base.ts'
import {
  describeHistory,
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPoolHistory,
} from './swap-history.ts'

/** Read OHLCV candles of a V3 pool. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_price_history',
  description: 'Read the price history of a Uniswap V3 pool as OHLCV candles, from its swaps.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_price_history gives candles (open, high, low, close, volume) of a Uniswap V3 pool over recent blocks, at an interval of your choice, the newest last.',
  promptGuidelines: ['Prices are whole token1 for one whole token0; intervals without a swap are left out.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...HISTORY_PARAMETERS,
      intervalSeconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 86_400, description: 'length of a candle, 300 by default' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 300, description: 'most candles, 100 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    intervalSeconds: Type.Integer(),
    totalFound: Type.Integer(),
    candles: Type.Array(
      Type.Object({
        startSeconds: Type.Integer(),
        open0In1: Type.String(),
        high0In1: Type.String(),
        low0In1: Type.String(),
        close0In1: Type.String(),
        volume0BaseUnits: BaseUnitsSchema,
        volume1BaseUnits: BaseUnitsSchema,
        swapCount: Type.Integer(),
      }),
    ),
  }),
  errorCodes: HISTORY_ERROR_CODES,
  async read({ intervalSeconds = 300, limit = 100, ...params }, ctx) {
    ctx.step('logs')
    const history = await readPoolHistory(ctx, params, 1)
    const { token0, token1 } = history.pool
    const render = (sqrtPriceX96: bigint) => renderPoolPrice(sqrtPriceX96, token0, token1)
    const candles = buildCandles(history.swaps, intervalSeconds)
    return {
      ...describeHistory(history),
      intervalSeconds,
      totalFound: candles.length,
      candles: candles.slice(-limit).map((candle) => ({
        startSeconds: candle.startSeconds,
        open0In1: render(candle.openX96),
        high0In1: render(candle.highX96),
        low0In1: render(candle.lowX96),
        close0In1: render(candle.closeX96),
        volume0BaseUnits: candle.volume0.toString(),
        volume1BaseUnits: candle.volume1.toString(),
        swapCount: candle.swaps,
      })),
    }
  },
})

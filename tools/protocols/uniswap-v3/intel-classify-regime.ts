import { chainsOf } from '../../core/base.ts'
import { type Static, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BPS, WAD } from './analysis/fixed-point.ts'
import {
  annualVolatilityBps,
  efficiencyBps,
  listReturns,
  maxDrawdownBps,
  netReturnWad,
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

/** From which yearly volatility a market is volatile, and a fall or a volatility from which it is in crisis. */
const VOLATILE_BPS = 8_000
const CRISIS_BPS = 20_000
const CRISIS_DRAWDOWN_BPS = 1_500
/** From which share of the way a move is a trend (Kaufman's efficiency ratio), and how far it has to come. */
const TREND_EFFICIENCY_BPS = 5_000
const TREND_MOVE_BPS = 50

const RegimeSchema = Type.Union([
  Type.Literal('calm'),
  Type.Literal('trending'),
  Type.Literal('volatile'),
  Type.Literal('crisis'),
])

type Regime = Static<typeof RegimeSchema>

/** Classify the market of a V3 pool's pair: calm, trending, volatile or crisis. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_classify_regime',
  description: "Classify the market of a Uniswap V3 pool's pair as calm, trending, volatile or crisis.",
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_classify_regime says whether a market was calm, trending, volatile or in crisis lately, from the swaps of a Uniswap V3 pool, with the figures behind it.',
  promptGuidelines: [
    'Crisis comes before volatile, volatile before trending; what is none of them is calm.',
    'Few swaps make a weak case: look at swapCount.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(HISTORY_PARAMETERS, { additionalProperties: false }),
  output: Type.Object({
    ...HISTORY_OUTPUT,
    regime: RegimeSchema,
    volatilityBps: Type.Integer(),
    /** Logarithm of the price of token0 in token1, from the first swap to the last. */
    netMoveBps: Type.Integer(),
    /** Net move over the sum of all moves: 10000 is a straight line. */
    efficiencyBps: Type.Integer(),
    /** Deepest fall of token0 in token1, and of token1 in token0. */
    maxDrawdown0Bps: Type.Integer(),
    maxDrawdown1Bps: Type.Integer(),
  }),
  errorCodes: HISTORY_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('logs')
    const history = await readPoolHistory(ctx, params, 3)
    const { swaps } = history
    const returns = listReturns(swaps)
    const volatilityBps = annualVolatilityBps(realizedVarianceWad(returns), secondsOf(history.window))
    const netMoveBps = Number((netReturnWad(swaps) * BPS) / WAD)
    const efficiency = efficiencyBps(returns)
    const maxDrawdown0Bps = maxDrawdownBps(swaps)
    const maxDrawdown1Bps = maxDrawdownBps(
      swaps.map(({ sqrtPriceX96 }) => ({ sqrtPriceX96: (1n << 192n) / sqrtPriceX96 })),
    )
    const isCrisis =
      volatilityBps >= CRISIS_BPS || Math.max(maxDrawdown0Bps, maxDrawdown1Bps) >= CRISIS_DRAWDOWN_BPS
    const isTrend = efficiency >= TREND_EFFICIENCY_BPS && Math.abs(netMoveBps) >= TREND_MOVE_BPS
    const regime: Regime = isCrisis
      ? 'crisis'
      : volatilityBps >= VOLATILE_BPS
        ? 'volatile'
        : isTrend
          ? 'trending'
          : 'calm'
    return {
      ...describeHistory(history),
      regime,
      volatilityBps,
      netMoveBps,
      efficiencyBps: efficiency,
      maxDrawdown0Bps,
      maxDrawdown1Bps,
    }
  },
})

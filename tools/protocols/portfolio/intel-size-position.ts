import { BaseUnitsSchema, BpsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Whole units of the odds, 10^4: they are given in basis points. */
const BPS = 10_000n

/**
 * Size a bet by fractional Kelly under caps, all in integers and rounded down.
 *
 * f* = p / a − (1 − p) / b, where a win brings b of the stake and a loss takes a of it (J. L. Kelly, "A New Interpretation
 * of Information Rate", 1956); the least of the fraction of it that was asked for, what a loss limit bears and what is free.
 */
export const TOOL_DEF = defineReadTool({
  name: 'intel_size_position',
  description: 'Size a trade by fractional Kelly under a loss limit and what is free of the spending limits.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['compute'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_size_position sizes a trade by fractional Kelly from win probability, gain and loss, under a most loss and what the spending limits leave, and says which bound it.',
  promptGuidelines: ['Probabilities are guesses: prefer a fraction of 2500 bps or less.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      equityUsdcBaseUnits: BaseUnitsSchema,
      winProbabilityBps: BpsSchema,
      /** What a win brings and a loss takes, of the stake. */
      gainBps: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'gain of a win, of the stake' }),
      lossBps: Type.Integer({ minimum: 1, maximum: 10_000, description: 'loss of a loss, of the stake' }),
      fractionBps: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: 'share of full Kelly, 2500 by default' }),
      ),
      maxLossUsdcBaseUnits: Type.Optional(BaseUnitsSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    sizeUsdcBaseUnits: BaseUnitsSchema,
    /** Share of the equity by full Kelly, in basis points; 0 where the odds are against it. */
    kellyBps: Type.Integer(),
    /** Expected gain of one unit of stake, in basis points; negative where the odds are against it. */
    edgeBps: Type.Integer(),
    boundBy: Type.Union([
      Type.Literal('kelly'),
      Type.Literal('equity'),
      Type.Literal('loss'),
      Type.Literal('per-transaction'),
      Type.Literal('per-day'),
      Type.Literal('odds'),
    ]),
  }),
  errorCodes: [],
  async read(params, { safety, step }) {
    step('compute')
    const { gainBps, lossBps, winProbabilityBps, fractionBps = 2_500 } = params
    const [win, gain, loss] = [winProbabilityBps, gainBps, lossBps].map(BigInt) as [bigint, bigint, bigint]
    const edge = win * gain - (BPS - win) * loss
    const edgeBps = Number(edge / BPS)
    if (edge <= 0n) return { sizeUsdcBaseUnits: '0', kellyBps: 0, edgeBps, boundBy: 'odds' as const }
    // p / a − (1 − p) / b is edge / (gain · loss).
    const kellyBps = (edge * BPS) / (gain * loss)
    const equity = BigInt(params.equityUsdcBaseUnits)
    const { perTransactionUsdc, perDayUsdc, spentInWindowUsdc, reservedUsdc } = safety.spending()
    const leftToday = perDayUsdc - spentInWindowUsdc - reservedUsdc
    const bounds = [
      { boundBy: 'kelly' as const, most: (equity * kellyBps * BigInt(fractionBps)) / (BPS * BPS) },
      // Kelly stakes borrowed money where a loss takes little of the stake.
      { boundBy: 'equity' as const, most: equity },
      { boundBy: 'per-transaction' as const, most: perTransactionUsdc },
      { boundBy: 'per-day' as const, most: leftToday > 0n ? leftToday : 0n },
      ...(params.maxLossUsdcBaseUnits === undefined
        ? []
        : [{ boundBy: 'loss' as const, most: (BigInt(params.maxLossUsdcBaseUnits) * BPS) / loss }]),
    ]
    const { boundBy, most } = bounds.reduce((least, bound) => (bound.most < least.most ? bound : least))
    return {
      sizeUsdcBaseUnits: most.toString(),
      kellyBps: Number(kellyBps),
      edgeBps,
      boundBy,
    }
  },
})

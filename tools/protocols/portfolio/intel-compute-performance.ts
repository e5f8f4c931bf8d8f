import { ToolError } from '../../core/errors.ts'
import { SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { measurePerformance } from './performance.ts'
import { nullable } from './position-output.ts'
import { readSettledActions } from './settled-actions.ts'
import { PERIOD_PARAMETERS, within } from './settled-output.ts'

/** Compute how well the account's actions did, from what the books say that they came to. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compute_performance',
  description: "Compute Sharpe and Sortino ratio, drawdown and hit rate of the account's settled actions.",
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['books', 'compute'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compute_performance computes how well the actions of the account did: Sharpe and Sortino ratio of one action, largest drawdown and hit rate, from settled outcomes.',
  promptGuidelines: [
    'Ratios are of one action and not of a year. Actions that nobody knows the outcome of are left out: see unknownCount.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(PERIOD_PARAMETERS, { additionalProperties: false }),
  output: Type.Object({
    isComplete: Type.Boolean(),
    actionCount: Type.Integer(),
    unknownCount: Type.Integer(),
    hitRateBps: Type.Integer(),
    /** Of one action. */
    meanUsdc: SignedBaseUnitsSchema,
    deviationUsdc: SignedBaseUnitsSchema,
    sharpe: nullable(Type.Number()),
    sortino: nullable(Type.Number()),
    /** Largest fall of the summed profit from its highest point. */
    maxDrawdownUsdc: SignedBaseUnitsSchema,
  }),
  errorCodes: ['NOT_FOUND'],
  async read(period, ctx) {
    ctx.step('books')
    const { actions, isComplete } = readSettledActions(ctx.safety)
    const wanted = within(actions, period)
    const gains = wanted.flatMap(({ pnlUsdc }) => (pnlUsdc === undefined ? [] : [Number(pnlUsdc)]))
    if (gains.length === 0) {
      throw new ToolError('NOT_FOUND', {
        subject: 'a settled action',
        reason: 'the books hold none of that time',
      })
    }
    ctx.step('compute')
    const { hitRateBps, mean, deviation, sharpe, sortino, maxDrawdown } = measurePerformance(gains)
    return {
      isComplete,
      actionCount: gains.length,
      unknownCount: wanted.length - gains.length,
      hitRateBps,
      meanUsdc: BigInt(Math.floor(mean)).toString(),
      deviationUsdc: BigInt(Math.ceil(deviation)).toString(),
      sharpe: orNull(sharpe),
      sortino: orNull(sortino),
      maxDrawdownUsdc: BigInt(Math.round(maxDrawdown)).toString(),
    }
  },
})

const orNull = (value: number | undefined) => (value === undefined ? null : Math.round(value * 1e6) / 1e6)

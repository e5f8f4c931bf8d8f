import { HashSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { nullable } from './position-output.ts'
import { readSettledActions, sumKnown } from './settled-actions.ts'
import { PERIOD_PARAMETERS, within } from './settled-output.ts'

/** Read how profit and loss of the account grew, action by action, as the books have it. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_portfolio_history',
  description: "Read the account's curve of profit and loss, action by action, from its settled outcomes.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['books'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_portfolio_history reads what each action of the account gained or lost, at the prices of its decision, and how that adds up; from the books alone.',
  promptGuidelines: [
    'A point is a settled action; what prices did to holdings between actions is not part of it.',
    'cumulativePnlUsdc is null from the first action on of which nobody knows what it came to.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      ...PERIOD_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'newest points, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Whether the books were read back to their beginning. */
    isComplete: Type.Boolean(),
    totalPoints: Type.Integer(),
    /** The oldest first; USDC base units (6 decimals). */
    points: Type.Array(
      Type.Object({
        permitId: HashSchema,
        actionType: Type.String(),
        tool: Type.String(),
        atWallMs: Type.Integer(),
        pnlUsdc: nullable(SignedBaseUnitsSchema),
        gasUsdc: nullable(SignedBaseUnitsSchema),
        cumulativePnlUsdc: nullable(SignedBaseUnitsSchema),
        isVerified: Type.Boolean(),
      }),
    ),
  }),
  errorCodes: [],
  async read({ limit = 50, ...period }, ctx) {
    ctx.step('books')
    const { actions, isComplete } = readSettledActions(ctx.safety)
    const wanted = within(actions, period)
    let sum: bigint | undefined = 0n
    const points = wanted.map(({ pnlUsdc, gasUsdc, ...action }) => {
      sum = sumKnown([sum, pnlUsdc])
      return {
        ...action,
        pnlUsdc: pnlUsdc?.toString() ?? null,
        gasUsdc: gasUsdc?.toString() ?? null,
        cumulativePnlUsdc: sum?.toString() ?? null,
      }
    })
    return { isComplete, totalPoints: points.length, points: points.slice(-limit) }
  },
})

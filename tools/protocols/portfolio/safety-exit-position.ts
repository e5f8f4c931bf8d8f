import { ToolError } from '../../core/errors.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planUnwind } from '../../core/plan.ts'
import { HashSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findPosition, nextStep, readOpenPositions } from './ending.ts'

/** Take the next step that ends a position of any protocol. */
export const TOOL_DEF = defineWriteTool({
  name: 'safety_exit_position',
  description: 'Take the next step that ends one position, of any protocol, as that protocol ends it.',
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['positions'],
  spriteTrigger: 'executing',
  promptSnippet:
    'safety_exit_position takes the next step that ends a position as data_list_positions names it: repay, withdraw, close or claim; again until the position is gone.',
  promptGuidelines: [
    'A debt is repaid before what secures it comes out, each in an action of its own.',
    'It opens nothing: where a step would make anything grow it is refused.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      protocol: Type.String({ minLength: 1, maxLength: 64, description: 'id of the protocol' }),
      key: HashSchema,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    protocol: Type.String(),
    key: HashSchema,
    /** What came and went of tokens, by what the tool of the step reports. */
    assets: Type.Array(Type.Object({ token: Type.String(), deltaBaseUnits: SignedBaseUnitsSchema })),
  }),
  errorCodes: ['POSITION_NOT_FOUND', 'NOT_FOUND', 'CHAIN_READ_FAILED'],
  async plan({ protocol, key }, ctx) {
    ctx.step('positions')
    const [positions, { timestamp }] = await Promise.all([
      readOpenPositions(ctx, protocol),
      ctx.chain.getBlock(),
    ])
    const position = findPosition(positions, { protocol, key })
    const step = nextStep(position, timestamp)
    if (step === undefined) {
      const until = position.steps[0].fromSeconds
      throw new ToolError('NOT_FOUND', {
        subject: `a step that ends position ${key} now`,
        reason: `it can be claimed from second ${until} on`,
      })
    }
    return planUnwind(step)
  },
  settle({ params: { protocol, key }, settled, receipt }) {
    const actualOutcome = receipt.status === 'success' && settled ? settled.actualOutcome : EMPTY_OUTCOME
    return {
      data: {
        protocol,
        key,
        assets: actualOutcome.assets.map(({ token, deltaBaseUnits }) => ({
          token,
          deltaBaseUnits: deltaBaseUnits.toString(),
        })),
      },
      actualOutcome,
      groundTruthSource: settled?.groundTruthSource ?? 'receipt',
    }
  },
})

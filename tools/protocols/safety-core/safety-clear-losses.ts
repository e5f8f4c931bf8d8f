import { toJson } from '../../core/json.ts'
import { planChange } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineOwnerTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Let risk pass again after losses that events explain; the approval holds for those that there are now. */
export const TOOL_DEF = defineOwnerTool({
  name: 'safety_clear_losses',
  description:
    "Clear the explained losses that block risk, such as a liquidation, with the owner's approval.",
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'executing',
  promptSnippet:
    "safety_clear_losses lets risk pass again after losses that events explain, such as a liquidation; it needs the owner's approval.",
  promptGuidelines: ['Exits and repayments pass without it.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    cleared: Type.Array(
      Type.Object({
        protocol: Type.String(),
        key: Type.String(),
        kind: Type.String(),
        units: Type.String(),
        reason: Type.String(),
      }),
    ),
  }),
  errorCodes: ['LOSSES_CHANGED'],
  async plan(_params, ctx) {
    ctx.step('read')
    return planChange('clear-losses', { losses: toJson(ctx.safety.losses()) })
  },
})

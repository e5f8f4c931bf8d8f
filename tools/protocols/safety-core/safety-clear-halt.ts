import { ToolError } from '../../core/errors.ts'
import { planChange } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineOwnerTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Clear the halt latch and claim the account again; the approval holds for the halt that is latched now. */
export const TOOL_DEF = defineOwnerTool({
  name: 'safety_clear_halt',
  description: "Clear the halt latch and claim the account again, with the owner's approval.",
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'executing',
  promptSnippet:
    "safety_clear_halt lifts the emergency halt that is latched now; it needs the owner's approval, leaves the phase as it is and the cage paused.",
  promptGuidelines: ['Unpausing the cage is another step of the owner.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ cleared: Type.Boolean(), nonce: Type.Integer() }),
  errorCodes: ['HALT_NOT_LATCHED'],
  async plan(_params, ctx) {
    ctx.step('read')
    const haltedSinceMs = ctx.safety.haltedSince()
    if (haltedSinceMs === undefined) throw new ToolError('HALT_NOT_LATCHED', { expected: 'any' })
    return planChange('clear-halt', { haltedSinceMs })
  },
})

import { ToolError } from '../../core/errors.ts'
import { planChange } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineOwnerTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Sell what carries risk after a halt; the approval holds for the halt that is latched now. */
export const TOOL_DEF = defineOwnerTool({
  name: 'safety_liquidate_holdings',
  description:
    'Sell what carries risk after a halt, at sane prices only, with the approval of owner or guardian.',
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['read'],
  spriteTrigger: 'executing',
  promptSnippet:
    "safety_liquidate_holdings sells what carries risk while the emergency halt is latched; it needs the owner's or the guardian's approval and answers with the halt's report.",
  promptGuidelines: ['What it may lose against fresh prices is bounded by the policy.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ status: Type.String(), isComplete: Type.Boolean() }, { additionalProperties: true }),
  errorCodes: ['HALT_NOT_LATCHED', 'HALT_UNDER_WAY'],
  async plan(_params, ctx) {
    ctx.step('read')
    const haltedSinceMs = ctx.safety.haltedSince()
    if (haltedSinceMs === undefined) throw new ToolError('HALT_NOT_LATCHED', { expected: 'any' })
    return planChange('liquidate', { haltedSinceMs })
  },
})

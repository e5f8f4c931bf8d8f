import { planChange } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineOwnerTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

const LimitsSchema = Type.Object(
  { perTransactionUsdc: BaseUnitsSchema, perDayUsdc: BaseUnitsSchema, hotLaneUsdc: BaseUnitsSchema },
  { additionalProperties: false },
)

/** Replace the three local spending limits, USDC base units (6 decimals). */
export const TOOL_DEF = defineOwnerTool({
  name: 'safety_set_spending_limits',
  description: "Replace the local spending limits, with the owner's approval.",
  category: 'safety',
  riskTier: 'layer3',
  tickBudget: 'fast',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    "safety_set_spending_limits replaces the limits per transaction, per day and of the hot lane at once, in USDC base units; it needs the owner's approval.",
  promptGuidelines: [
    'The hot lane is at most the limit per transaction, which is at most the limit per day.',
    'Every pending permit dies with the old limits.',
  ],
  supportedChains: EVM_CHAINS,
  input: LimitsSchema,
  output: LimitsSchema,
  errorCodes: ['LIMITS_OUT_OF_ORDER'],
  async plan({ perTransactionUsdc, perDayUsdc, hotLaneUsdc }, ctx) {
    ctx.step('plan')
    return planChange('set-spending-limits', { perTransactionUsdc, perDayUsdc, hotLaneUsdc })
  },
})

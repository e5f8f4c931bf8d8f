import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readSpending, SpendingSchema } from './spending-view.ts'

/** Report spend in the rolling window and allowances that live against per-transaction, per-day and hot-lane limits. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_get_spending',
  description:
    'Report spend in the rolling 24-hour window and earlier allowances that live, against per-transaction, per-day and hot-lane limits.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_get_spending reports what was spent and reserved in the last 24 hours, what earlier allowances still let be taken, and how much the limits still allow, in USDC.',
  promptGuidelines: [
    'Spend counts gross: outflow, gas and growth of allowances, without netting; allowances count while they live.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: SpendingSchema,
  errorCodes: [],
  async read(_params, { safety, step }) {
    step('read')
    return readSpending(safety)
  },
})

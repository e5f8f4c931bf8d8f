import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planWrap, WRAP_ERROR_CODES } from './wrap.ts'

/** Unwrap SY into the asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_redeem_sy',
  description: 'Unwrap an exact amount of the SY of the known markets into the asset.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['sy'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_redeem_sy unwraps an exact amount of the standardized yield token of the known Pendle markets into its asset, at its rate.',
  promptGuidelines: ['Interest that was claimed comes as SY.'],
  supportedChains: CHAINS,
  input: Type.Object({ amountBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  output: ACT_OUTPUT,
  errorCodes: WRAP_ERROR_CODES,
  plan: ({ amountBaseUnits }, ctx) => planWrap(ctx, amountBaseUnits, 'redeem'),
  settle: settleAct,
})

import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planWrap, WRAP_ERROR_CODES } from './wrap.ts'

/** Wrap the asset into SY. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_mint_sy',
  description: 'Wrap an exact amount of the asset into the SY of the known markets.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['sy'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_mint_sy wraps an exact amount of the asset into the standardized yield token of the known Pendle markets, which earns what the vault behind it does.',
  promptGuidelines: ['SY is what markets trade PT against; buying PT or YT wraps by itself.'],
  supportedChains: CHAINS,
  input: Type.Object({ amountBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  output: ACT_OUTPUT,
  errorCodes: WRAP_ERROR_CODES,
  plan: ({ amountBaseUnits }, ctx) => planWrap(ctx, amountBaseUnits, 'mint'),
  settle: settleAct,
})

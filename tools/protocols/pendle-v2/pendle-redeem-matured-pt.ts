import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Redeem PT that matured. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_redeem_matured_pt',
  description: 'Redeem an exact amount of matured PT for the asset.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_redeem_matured_pt redeems an exact amount of principal tokens of a Pendle market for its asset once they matured, one for one unless its SY lost value.',
  promptGuidelines: [
    "Yield after maturity is the treasury's: redeem soon, or roll with pendle_roll_pt before.",
  ],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: [...ACT_ERROR_CODES, 'PENDLE_NOT_MATURED'],
  plan: (params, ctx) => planTrade(ctx, params, 'redeem'),
  settle: settleAct,
})

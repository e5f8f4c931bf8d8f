import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Sell PT for the asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_sell_pt',
  description: 'Sell an exact amount of PT of a Pendle market for its asset, before maturity.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_sell_pt sells an exact amount of principal tokens of a Pendle market for its asset before they mature.',
  promptGuidelines: ['Matured PT is redeemed with pendle_redeem_matured_pt, at no price impact.'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'pt>asset'),
  settle: settleAct,
})

import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Sell YT for the asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_sell_yt',
  description: 'Sell an exact amount of YT of a Pendle market for its asset.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_sell_yt sells an exact amount of yield tokens of a Pendle market for its asset before maturity; the interest they earned so far stays to be claimed.',
  promptGuidelines: ['After maturity nobody buys them: they are worth nothing then.'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'yt>asset'),
  settle: settleAct,
})

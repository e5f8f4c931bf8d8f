import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Turn leveraged into fixed yield. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_swap_yt_for_pt',
  description: 'Swap YT of a Pendle market for PT of it.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_swap_yt_for_pt turns yield tokens of a Pendle market into its principal tokens: a leveraged yield into a fixed one of the same maturity.',
  promptGuidelines: ['The interest that the YT earned so far stays to be claimed.'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'yt>pt'),
  settle: settleAct,
})

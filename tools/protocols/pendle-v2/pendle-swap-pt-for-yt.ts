import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Turn fixed into leveraged yield. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_swap_pt_for_yt',
  description: 'Swap PT of a Pendle market for YT of it.',
  category: 'yield',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_swap_pt_for_yt turns principal tokens of a Pendle market into its yield tokens: a fixed yield into a leveraged one of the same maturity.',
  promptGuidelines: ['A little PT brings much YT, which is worth nothing at maturity.'],
  traits: ['leverage'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'pt>yt'),
  settle: settleAct,
})

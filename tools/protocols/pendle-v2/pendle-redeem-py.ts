import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Merge PT and YT into the asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_redeem_py',
  description: 'Merge equal PT and YT of a Pendle market back into its asset.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_redeem_py merges an exact amount of PT and as many YT of a Pendle market back into its asset before maturity, without a price impact.',
  promptGuidelines: ['Needs both; matured PT is redeemed alone, with pendle_redeem_matured_pt.'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'merge'),
  settle: settleAct,
})

import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Leave a market into its asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_remove_liquidity',
  description: 'Remove an exact amount of LP of a Pendle market into its asset.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_remove_liquidity gives an exact amount of LP of a Pendle market back for its asset; the PT that comes out is sold in the market, or redeemed once it matured.',
  promptGuidelines: ['Rewards are claimed apart, with pendle_claim_yield.'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'remove'),
  settle: settleAct,
})

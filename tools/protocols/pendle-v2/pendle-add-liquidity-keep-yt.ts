import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Join a market without a swap. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_add_liquidity_keep_yt',
  description: 'Add liquidity to a Pendle market from its asset, keeping the YT.',
  category: 'yield',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_add_liquidity_keep_yt joins a Pendle market with an exact amount of its asset without moving the price: part of it is split, its PT goes in and its YT is kept.',
  promptGuidelines: ['The YT that it leaves is worth nothing at maturity: sell it or let it earn.'],
  traits: ['leverage'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'addKeepYt'),
  settle: settleAct,
})

import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Join a market with its asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_add_liquidity',
  description: 'Add liquidity to a Pendle market from its asset alone.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_add_liquidity joins a Pendle market with an exact amount of its asset, part of which is swapped for PT, and brings LP.',
  promptGuidelines: ['LP earns the fees of trades; at maturity it is nearly what it holds.'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'add'),
  settle: settleAct,
})

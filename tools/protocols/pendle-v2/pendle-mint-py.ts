import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Split the asset into PT and YT. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_mint_py',
  description: 'Split an amount of the asset of a Pendle market into equal PT and YT.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_mint_py splits an exact amount of the asset of a Pendle market into as many PT as YT, which together are always worth what was split.',
  promptGuidelines: ['Before maturity both merge back with pendle_redeem_py, without a price impact.'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'split'),
  settle: settleAct,
})

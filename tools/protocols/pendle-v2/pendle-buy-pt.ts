import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Buy PT with the asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_buy_pt',
  description: 'Buy PT of a Pendle market with its asset, to lock in a fixed yield.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_buy_pt buys principal tokens of a Pendle market with an exact amount of its asset: each pays one asset at maturity, so that what is saved on its price is a fixed yield.',
  promptGuidelines: ['What it costs to leave before maturity is what the yield has risen by since.'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'asset>pt'),
  settle: settleAct,
})

import { defineWriteTool } from '../../core/tool-def.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { ACT_OUTPUT, settleAct } from './settle.ts'
import { planTrade, TRADE_INPUT } from './trade.ts'

/** Buy YT with the asset. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_buy_yt',
  description: 'Buy YT of a Pendle market with its asset: leveraged exposure to yield.',
  category: 'yield',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['market', 'quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_buy_yt buys yield tokens of a Pendle market with an exact amount of its asset: each pays the yield of one asset until maturity, and is worth nothing then.',
  promptGuidelines: [
    'It gains where the yield is above the implied yield until maturity, and loses all it cost where there is none.',
  ],
  traits: ['leverage'],
  supportedChains: CHAINS,
  input: TRADE_INPUT,
  output: ACT_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  plan: (params, ctx) => planTrade(ctx, params, 'asset>yt'),
  settle: settleAct,
})

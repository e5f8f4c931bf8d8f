import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { describeMarket, MARKET_OUTPUT } from './describe-market.ts'
import { MarketIdSchema, readMarket } from './market.ts'

/** Read one market: parameters, totals, utilisation and rates. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_get_market',
  description: 'Read one Morpho market: parameters, totals, utilisation and rates.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['market'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_get_market reads one Morpho Blue market by its id: tokens, oracle, liquidation LTV, lent and borrowed totals, what is available and both yields.',
  promptGuidelines: [
    "Find ids with morpho_list_markets; a market with parameters that you do not know may be anyone's.",
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ market: MarketIdSchema }, { additionalProperties: false }),
  output: Type.Object({ ...MARKET_OUTPUT, lastUpdateSeconds: Type.Integer() }),
  errorCodes: ['MARKET_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async read({ market: id }, ctx) {
    ctx.step('market')
    const market = await readMarket(ctx, id)
    return { ...describeMarket(market), lastUpdateSeconds: market.lastUpdateSeconds }
  },
})

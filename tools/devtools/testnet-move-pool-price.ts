import { Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'
import { MARKET_ERRORS, MARKET_MEMBERS, MarketShownSchema, resolveMarket } from './market-target.ts'

/** Swap as a whale until a pool reaches a target price. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_move_pool_price',
  description: 'Swap as a whale until a pool reaches a target price.',
  tickBudget: 'medium',
  promptSnippet:
    'testnet_move_pool_price trades as a whale on the local chain until a pool of two tokens has a given price, to play a shock or a sandwich.',
  promptGuidelines: ['Price feeds stay as they are; set them with testnet_set_oracle_price.'],
  input: Type.Object(MARKET_MEMBERS, { additionalProperties: false }),
  output: MarketShownSchema,
  errorCodes: [...MARKET_ERRORS],
  plan: async (params, ctx) => planControl('movePoolPrice', await resolveMarket(ctx, params)),
})

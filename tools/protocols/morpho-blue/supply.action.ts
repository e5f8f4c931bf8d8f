import { serveKind } from '../../core/action.ts'
import { SUPPLY } from '../../kit/kinds/supply.ts'
import { MarketIdSchema } from './market.ts'
import { TOOL_DEF } from './morpho-supply-market.ts'

/** Serve supply in the market that the agent names. */
export const ACTION = serveKind(SUPPLY, {
  tool: TOOL_DEF,
  venue: { market: MarketIdSchema },
  offer: async (params) => ({ params }),
})

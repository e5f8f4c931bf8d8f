import { serveKind } from '../../core/action.ts'
import { CLOSE_LEVERAGE } from '../../kit/kinds/close-leverage.ts'
import { MarketIdSchema } from './market.ts'
import { TOOL_DEF } from './morpho-close-leverage-loop.ts'

/** Serve close leverage in the market that the agent names. */
export const ACTION = serveKind(CLOSE_LEVERAGE, {
  tool: TOOL_DEF,
  venue: { market: MarketIdSchema },
  offer: async (params) => ({ params }),
})

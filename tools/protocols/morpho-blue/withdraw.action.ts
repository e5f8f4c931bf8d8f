import { serveKind } from '../../core/action.ts'
import { WITHDRAW } from '../../kit/kinds/withdraw.ts'
import { MarketIdSchema } from './market.ts'
import { TOOL_DEF } from './morpho-withdraw-market.ts'

/** Serve withdraw in the market that the agent names. */
export const ACTION = serveKind(WITHDRAW, {
  tool: TOOL_DEF,
  venue: { market: MarketIdSchema },
  offer: async (params) => ({ params }),
})

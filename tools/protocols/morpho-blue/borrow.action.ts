import { serveKind } from '../../core/action.ts'
import { BORROW } from '../../kit/kinds/borrow.ts'
import { MaxLtvSchema } from './ltv.ts'
import { MarketIdSchema } from './market.ts'
import { TOOL_DEF } from './morpho-borrow-asset.ts'

/** Serve borrow in the market that the agent names. */
export const ACTION = serveKind(BORROW, {
  tool: TOOL_DEF,
  venue: { market: MarketIdSchema, maxLtvBps: MaxLtvSchema },
  offer: async (params) => ({ params }),
})

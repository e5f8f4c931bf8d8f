import { serveKind } from '../../core/action.ts'
import { OPEN_LEVERAGE } from '../../kit/kinds/open-leverage.ts'
import { MaxLtvSchema } from './ltv.ts'
import { MarketIdSchema } from './market.ts'
import { TOOL_DEF } from './morpho-open-leverage-loop.ts'

/** Serve open leverage in the market that the agent names. */
export const ACTION = serveKind(OPEN_LEVERAGE, {
  tool: TOOL_DEF,
  venue: { market: MarketIdSchema, maxLtvBps: MaxLtvSchema },
  offer: async (params) => ({ params }),
})

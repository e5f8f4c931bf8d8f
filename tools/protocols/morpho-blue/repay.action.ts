import { serveKind } from '../../core/action.ts'
import { REPAY } from '../../kit/kinds/repay.ts'
import { MarketIdSchema } from './market.ts'
import { TOOL_DEF } from './morpho-repay-debt.ts'

/** Serve repay in the market that the agent names. */
export const ACTION = serveKind(REPAY, {
  tool: TOOL_DEF,
  venue: { market: MarketIdSchema },
  offer: async (params) => ({ params }),
})

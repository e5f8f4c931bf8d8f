import { serveKind } from '../../core/action.ts'
import { LIQUIDATE_ACCOUNT } from '../../kit/kinds/liquidate-account.ts'
import { MarketIdSchema } from './market.ts'
import { TOOL_DEF } from './morpho-liquidate-position.ts'

/** Serve liquidate account in the market that the agent names. */
export const ACTION = serveKind(LIQUIDATE_ACCOUNT, {
  tool: TOOL_DEF,
  venue: { market: MarketIdSchema },
  offer: async (params) => ({ params }),
})

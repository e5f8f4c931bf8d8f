import { serveKind } from '../../core/action.ts'
import { Type } from '../../core/schema.ts'
import { DELEVERAGE } from '../../kit/kinds/deleverage.ts'
import { MarketIdSchema } from './market.ts'
import { TOOL_DEF } from './morpho-deleverage-to-target.ts'

/** Serve deleverage in the market that the agent names. */
export const ACTION = serveKind(DELEVERAGE, {
  tool: TOOL_DEF,
  venue: {
    market: MarketIdSchema,
    targetLtvBps: Type.Integer({ minimum: 0, maximum: 9_999, description: 'LTV to reach, basis points' }),
  },
  offer: async (params) => ({ params }),
})

import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { ADD_LIQUIDITY } from '../../kit/kinds/add-liquidity.ts'
import { RANGE_PARAMETERS } from '../../kit/tick-range.ts'
import { KEY_PARAMETERS } from './pool.ts'
import { TOOL_DEF } from './uniswap-mint-v4-position.ts'

/** Open a position in a pool, for a price range. */
export const ACTION = serveKind(ADD_LIQUIDITY, {
  tool: TOOL_DEF,
  venue: { ...KEY_PARAMETERS, ...RANGE_PARAMETERS },
  offer: async (params) => ({ params: params as Json }),
})

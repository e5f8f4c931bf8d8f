import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { ADD_LIQUIDITY } from '../../kit/kinds/add-liquidity.ts'
import { TOOL_DEF } from './uniswap-add-v2-liquidity.ts'

/** Add both tokens to their pair. */
export const ACTION = serveKind(ADD_LIQUIDITY, {
  tool: TOOL_DEF,
  venue: {},
  offer: async (params) => ({ params: params as Json }),
})

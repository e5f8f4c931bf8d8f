import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { FILL_ORDER } from '../../kit/kinds/fill-order.ts'
import { OrderSchema } from './order.ts'
import { TOOL_DEF } from './uniswap-fill-order.ts'

/** Fill another's order of UniswapX. */
export const ACTION = serveKind(FILL_ORDER, {
  tool: TOOL_DEF,
  venue: { order: OrderSchema },
  offer: async (params) => ({ params: params as Json }),
})

import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { CANCEL_ORDER } from '../../kit/kinds/cancel-order.ts'
import { OrderSchema } from './limit-order.ts'
import { TOOL_DEF } from './pendle-cancel-limit-order.ts'

/** Cancel a limit order of the account's. */
export const ACTION = serveKind(CANCEL_ORDER, {
  tool: TOOL_DEF,
  venue: { order: OrderSchema },
  offer: async (params) => ({ params: params as Json }),
})

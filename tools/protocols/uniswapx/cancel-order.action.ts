import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import { CANCEL_ORDER } from '../../kit/kinds/cancel-order.ts'
import { NonceSchema, OrderSchema } from './order.ts'
import { TOOL_DEF } from './uniswap-cancel-order.ts'

/** Cancel an order of the account's by using up its nonce. */
export const ACTION = serveKind(CANCEL_ORDER, {
  tool: TOOL_DEF,
  venue: { order: Type.Optional(OrderSchema), nonce: Type.Optional(NonceSchema) },
  offer: async (params) => ({ params: params as Json }),
})

import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { FILL_ORDER } from '../../kit/kinds/fill-order.ts'
import { SlippageSchema } from '../../kit/slippage.ts'
import { OrderSchema } from './limit-order.ts'
import { TOOL_DEF } from './pendle-fill-limit-order.ts'

/** Fill another's limit order for PT or YT. */
export const ACTION = serveKind(FILL_ORDER, {
  tool: TOOL_DEF,
  venue: {
    order: OrderSchema,
    amountBaseUnits: Type.Optional(BaseUnitsSchema),
    slippageBps: SlippageSchema,
  },
  offer: async (params) => ({ params: params as Json }),
})

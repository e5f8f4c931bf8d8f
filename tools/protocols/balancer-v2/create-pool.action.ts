import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { CREATE_POOL } from '../../kit/kinds/create-pool.ts'
import { NEW_POOL_PARAMETERS, TOOL_DEF } from './balancer-create-weighted-pool.ts'

/** Create a weighted pool. */
export const ACTION = serveKind(CREATE_POOL, {
  tool: TOOL_DEF,
  venue: NEW_POOL_PARAMETERS,
  offer: async (params) => ({ params: params as Json }),
})

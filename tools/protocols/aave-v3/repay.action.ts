import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { REPAY } from '../../kit/kinds/repay.ts'
import { TOOL_DEF } from './aave-repay-debt.ts'

/** Repay a debt at Aave V3. */
export const ACTION = serveKind(REPAY, {
  tool: TOOL_DEF,
  venue: {},
  offer: async (params) => ({ params: params as Json }),
})

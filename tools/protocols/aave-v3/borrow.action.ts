import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { BORROW } from '../../kit/kinds/borrow.ts'
import { TOOL_DEF } from './aave-borrow-asset.ts'
import { HealthFactorSchema } from './lending.ts'

/** Borrow from Aave V3. */
export const ACTION = serveKind(BORROW, {
  tool: TOOL_DEF,
  venue: { leastHealthFactor: HealthFactorSchema },
  offer: async (params) => ({ params: params as Json }),
})

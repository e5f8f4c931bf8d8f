import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { WITHDRAW } from '../../kit/kinds/withdraw.ts'
import { TOOL_DEF } from './aave-withdraw-asset.ts'
import { HealthFactorSchema } from './lending.ts'

/** Withdraw a supply from Aave V3. */
export const ACTION = serveKind(WITHDRAW, {
  tool: TOOL_DEF,
  venue: { leastHealthFactor: HealthFactorSchema },
  offer: async (params) => ({ params: params as Json }),
})

import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { TokenSchema } from '../../core/schema.ts'
import { LIQUIDATE_ACCOUNT } from '../../kit/kinds/liquidate-account.ts'
import { TOOL_DEF } from './aave-liquidate-position.ts'

/** Liquidate an account at Aave V3. */
export const ACTION = serveKind(LIQUIDATE_ACCOUNT, {
  tool: TOOL_DEF,
  venue: { collateral: TokenSchema, debt: TokenSchema },
  offer: async (params) => ({ params: params as Json }),
})

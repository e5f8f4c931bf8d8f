import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { MIGRATE_LIQUIDITY } from '../../kit/kinds/migrate-liquidity.ts'
import { MIGRATION_PARAMETERS, TOOL_DEF } from './uniswap-migrate-v3-to-v4.ts'

/** Move a position of Uniswap V3 into an equivalent one. */
export const ACTION = serveKind(MIGRATE_LIQUIDITY, {
  tool: TOOL_DEF,
  venue: MIGRATION_PARAMETERS,
  offer: async (params) => ({ params: params as Json }),
})

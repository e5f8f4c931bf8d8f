import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { MIGRATE_LIQUIDITY } from '../../kit/kinds/migrate-liquidity.ts'
import { MIGRATION_PARAMETERS } from './migration.ts'
import { TOOL_DEF } from './uniswap-migrate-v2-to-v3.ts'

/** Move liquidity of a pair into a position of Uniswap V3. */
export const ACTION = serveKind(MIGRATE_LIQUIDITY, {
  tool: TOOL_DEF,
  venue: MIGRATION_PARAMETERS,
  offer: async (params) => ({ params: params as Json }),
})

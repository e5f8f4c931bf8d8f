import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { FeeTierSchema } from '../../core/schema.ts'
import { ADD_LIQUIDITY } from '../../kit/kinds/add-liquidity.ts'
import { RANGE_PARAMETERS } from './range.ts'
import { TOOL_DEF } from './uniswap-add-liquidity.ts'

/** Open a position in the pool of a fee tier, for a price range. */
export const ACTION = serveKind(ADD_LIQUIDITY, {
  tool: TOOL_DEF,
  venue: { feeTier: FeeTierSchema, ...RANGE_PARAMETERS },
  offer: async (params) => ({ params: params as Json }),
})

import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { FeeTierSchema } from '../../core/schema.ts'
import { ZAP_IN } from '../../kit/kinds/zap-in.ts'
import { RANGE_PARAMETERS } from './range.ts'
import { TOOL_DEF } from './uniswap-zap-in.ts'

/** Enter a position in the pool of a fee tier from one token, for a price range. */
export const ACTION = serveKind(ZAP_IN, {
  tool: TOOL_DEF,
  venue: { feeTier: FeeTierSchema, ...RANGE_PARAMETERS },
  offer: async (params) => ({ params: params as Json }),
})

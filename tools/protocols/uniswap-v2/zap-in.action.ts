import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { ZAP_IN } from '../../kit/kinds/zap-in.ts'
import { TOOL_DEF } from './uniswap-zap-in-v2.ts'

/** Enter a pair from one of its tokens. */
export const ACTION = serveKind(ZAP_IN, {
  tool: TOOL_DEF,
  venue: {},
  offer: async (params) => ({ params: params as Json }),
})

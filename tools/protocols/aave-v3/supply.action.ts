import { serveKind } from '../../core/action.ts'
import type { Json } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import { SUPPLY } from '../../kit/kinds/supply.ts'
import { TOOL_DEF } from './aave-supply-collateral.ts'

/** Supply an asset to Aave V3. */
export const ACTION = serveKind(SUPPLY, {
  tool: TOOL_DEF,
  venue: {
    asCollateral: Type.Optional(Type.Boolean({ description: 'true by default, where it may serve' })),
  },
  offer: async (params) => ({ params: params as Json }),
})

import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { SlippageSchema } from '../slippage.ts'

/** Swap an exact amount along a path of pools of one venue, where it brings the most. */
export const SWAP_MULTI_HOP = defineKind({
  kind: 'swap-multi-hop',
  description: 'Swap an exact amount along a given path of pools.',
  params: {
    tokens: Type.Array(TokenSchema, {
      minItems: 2,
      maxItems: 5,
      description: 'tokens of the path in the order of the trade',
    }),
    amountInBaseUnits: BaseUnitsSchema,
    slippageBps: SlippageSchema,
    amountOutMinimumBaseUnits: Type.Optional(BaseUnitsSchema),
  },
  choice: { by: 'quote', best: 'most' },
})

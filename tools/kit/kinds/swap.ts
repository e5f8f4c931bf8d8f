import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { SlippageSchema } from '../slippage.ts'

/** Swap an exact amount of one token for another, where it brings the most. */
export const SWAP = defineKind({
  kind: 'swap',
  description: 'Swap an exact amount of one token for another through the best direct pool.',
  params: {
    tokenIn: TokenSchema,
    tokenOut: TokenSchema,
    amountInBaseUnits: BaseUnitsSchema,
    slippageBps: SlippageSchema,
    amountOutMinimumBaseUnits: Type.Optional(BaseUnitsSchema),
  },
  choice: { by: 'quote', best: 'most' },
})

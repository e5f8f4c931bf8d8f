import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { SlippageSchema } from '../slippage.ts'

/** Buy an exact amount of one token with another, where it costs the least. */
export const SWAP_EXACT_OUTPUT = defineKind({
  kind: 'swap-exact-output',
  description: 'Buy an exact amount of one token with another through the best direct pool.',
  params: {
    tokenIn: TokenSchema,
    tokenOut: TokenSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    slippageBps: SlippageSchema,
    amountInMaximumBaseUnits: Type.Optional(BaseUnitsSchema),
  },
  choice: { by: 'quote', best: 'least' },
})

import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { SlippageSchema } from '../slippage.ts'

/** Enter a liquidity position from one of its tokens; where it will lie is never chosen for the agent. */
export const ZAP_IN = defineKind({
  kind: 'zap-in',
  description: 'Enter a liquidity position from one of its tokens.',
  params: {
    tokenIn: TokenSchema,
    otherToken: TokenSchema,
    amountInBaseUnits: Type.String({
      ...BaseUnitsSchema,
      description: 'most of tokenIn to swap and deposit, base units',
    }),
    slippageBps: SlippageSchema,
  },
  choice: { by: 'named' },
})

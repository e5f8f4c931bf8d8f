import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { SlippageSchema } from '../slippage.ts'

/** Open a liquidity position; where it will lie is never chosen for the agent. */
export const ADD_LIQUIDITY = defineKind({
  kind: 'add-liquidity',
  description: 'Open a liquidity position.',
  params: {
    tokenA: TokenSchema,
    tokenB: TokenSchema,
    amountABaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenA to use, base units' }),
    amountBBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenB to use, base units' }),
    slippageBps: SlippageSchema,
  },
  choice: { by: 'named' },
})

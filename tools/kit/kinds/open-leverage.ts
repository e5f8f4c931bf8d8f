import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { SlippageSchema } from '../slippage.ts'

/** Open a leveraged position; the venue names its collateral and its debt. */
export const OPEN_LEVERAGE = defineKind({
  kind: 'open-leverage',
  description: 'Open a leveraged position: collateral, debt, and more collateral for what was borrowed.',
  params: {
    amountBaseUnits: Type.String({
      ...BaseUnitsSchema,
      description: 'own collateral to start with, base units',
    }),
    leverageBps: Type.Integer({
      minimum: 10_001,
      maximum: 100_000,
      description: 'collateral for 10 000 of own capital: 20 000 is two times',
    }),
    slippageBps: SlippageSchema,
  },
  choice: { by: 'named' },
})

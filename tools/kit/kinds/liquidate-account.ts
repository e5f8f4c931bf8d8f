import { defineKind } from '../../core/action.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'

/** Liquidate another account's unhealthy position; the venue names which. */
export const LIQUIDATE_ACCOUNT = defineKind({
  kind: 'liquidate-account',
  description: "Repay another account's unhealthy debt for its collateral.",
  params: {
    borrower: AddressSchema,
    amountBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most debt to repay, base units' }),
  },
  choice: { by: 'named' },
})

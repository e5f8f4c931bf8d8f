import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema, TokenSchema } from '../../core/schema.ts'

/** Borrow an asset from a lending venue against the account's own collateral. */
export const BORROW = defineKind({
  kind: 'borrow',
  description: 'Borrow an asset from a lending venue against own collateral.',
  params: { token: TokenSchema, amountBaseUnits: BaseUnitsSchema },
  choice: { by: 'named' },
})

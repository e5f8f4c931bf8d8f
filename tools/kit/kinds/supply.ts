import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema, TokenSchema } from '../../core/schema.ts'

/** Supply an asset to a lending venue. */
export const SUPPLY = defineKind({
  kind: 'supply',
  aliases: ['deposit'],
  description: 'Supply an asset to a lending venue, where it earns interest.',
  params: { token: TokenSchema, amountBaseUnits: BaseUnitsSchema },
  choice: { by: 'named' },
})

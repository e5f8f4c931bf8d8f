import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema } from '../../core/schema.ts'

/** Take an asset out of a vault for its shares. */
export const VAULT_WITHDRAW = defineKind({
  kind: 'vault-withdraw',
  aliases: ['withdraw-from-vault'],
  description: 'Withdraw an exact amount of the asset of a vault for its shares.',
  params: { amountBaseUnits: BaseUnitsSchema },
  choice: { by: 'named' },
})

import { defineKind } from '../../core/action.ts'
import { BaseUnitsSchema } from '../../core/schema.ts'

/** Put an asset into a vault for its shares. */
export const VAULT_DEPOSIT = defineKind({
  kind: 'vault-deposit',
  aliases: ['deposit-into-vault'],
  description: 'Deposit an exact amount of the asset of a vault for its shares.',
  params: { amountBaseUnits: BaseUnitsSchema },
  choice: { by: 'named' },
})

import { serveKind } from '../../core/action.ts'
import { VAULT_DEPOSIT } from '../../kit/kinds/vault-deposit.ts'
import { VaultSchema } from './vault.ts'
import { TOOL_DEF } from './vault-deposit.ts'

/** Serve vault-deposit in the vault that the agent names. */
export const ACTION = serveKind(VAULT_DEPOSIT, {
  tool: TOOL_DEF,
  venue: { vault: VaultSchema },
  offer: async (params) => ({ params }),
})

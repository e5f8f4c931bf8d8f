import { serveKind } from '../../core/action.ts'
import { VAULT_WITHDRAW } from '../../kit/kinds/vault-withdraw.ts'
import { VaultSchema } from './vault.ts'
import { TOOL_DEF } from './vault-withdraw.ts'

/** Serve vault-withdraw in the vault that the agent names. */
export const ACTION = serveKind(VAULT_WITHDRAW, {
  tool: TOOL_DEF,
  venue: { vault: VaultSchema },
  offer: async (params) => ({ params }),
})

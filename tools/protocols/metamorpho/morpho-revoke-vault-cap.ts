import { Type } from '../../core/schema.ts'
import { BASE } from './base.ts'
import { assertRole, callVault, defineOperatorAct, readEvents } from './define-act.ts'
import { MarketIdSchema } from './market-terms.ts'
import { readVaultMarket } from './read-vault.ts'

/** Veto a pending cap as the vault's guardian. */
export const TOOL_DEF = defineOperatorAct({
  name: 'morpho_revoke_vault_cap',
  description: 'Veto a pending cap of a MetaMorpho vault as its guardian.',
  promptSnippet:
    "morpho_revoke_vault_cap takes a pending cap of a MetaMorpho vault back before it takes effect; the operator's own account has to be its guardian or curator.",
  promptGuidelines: ['Use it where a market looks unsafe: nothing that is lent already is touched.'],
  errorCodes: ['NOTHING_PENDING', 'VAULT_ROLE_MISSING'],
  members: { market: MarketIdSchema },
  output: { market: MarketIdSchema, revoked: Type.Boolean() },
  async build({ vault: address, market: id }, ctx) {
    const { vault, market } = await readVaultMarket(ctx, address, id)
    assertRole(vault, 'guardian', ctx.operator)
    if (market.pendingCap === undefined) {
      throw BASE.error('NOTHING_PENDING', { market: id, vault: vault.address })
    }
    return [callVault(vault, 'revokePendingCap', [id])]
  },
  tell: (logs, { vault, market }) => ({
    market,
    revoked: readEvents(logs, vault, 'RevokePendingCap').length > 0,
  }),
})

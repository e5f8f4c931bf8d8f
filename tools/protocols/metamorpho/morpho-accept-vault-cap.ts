import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { BASE } from './base.ts'
import { callVault, defineOperatorAct, readEvents } from './define-act.ts'
import { MarketIdSchema } from './market-terms.ts'
import { readVaultMarket } from './read-vault.ts'

/** Accept a cap that waited for its timelock; anyone may. */
export const TOOL_DEF = defineOperatorAct({
  name: 'morpho_accept_vault_cap',
  description: 'Accept a pending cap of a MetaMorpho vault once its timelock is over; anyone may.',
  promptSnippet:
    "morpho_accept_vault_cap makes a market's pending cap in a MetaMorpho vault take effect after its timelock, with the operator's own account and for gas alone.",
  promptGuidelines: ['A new market joins the end of the withdraw queue by it; no asset moves.'],
  errorCodes: ['NOTHING_PENDING', 'TIMELOCK_NOT_OVER'],
  members: { market: MarketIdSchema },
  output: { market: MarketIdSchema, capBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]) },
  async build({ vault: address, market: id }, ctx) {
    const { vault, market } = await readVaultMarket(ctx, address, id)
    const { pendingCap, terms } = market
    if (pendingCap === undefined) throw BASE.error('NOTHING_PENDING', { market: id, vault: vault.address })
    if (vault.nowSeconds < pendingCap.validAtSeconds) {
      const { validAtSeconds: expected } = pendingCap
      throw BASE.error('TIMELOCK_NOT_OVER', { market: id, found: vault.nowSeconds, expected })
    }
    return [callVault(vault, 'acceptCap', [terms])]
  },
  tell(logs, { vault, market }) {
    const [set] = readEvents(logs, vault, 'SetCap')
    return { market, capBaseUnits: set?.args.cap.toString() ?? null }
  },
})

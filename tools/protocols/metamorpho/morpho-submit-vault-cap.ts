import { isAddressEqual } from '../../core/is-address-equal.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { BASE } from './base.ts'
import { assertRole, callVault, defineOwnerAct, ownerOf, readEvents } from './define-act.ts'
import { MarketIdSchema } from './market-terms.ts'
import { refuseMarket } from './queue.ts'
import { readVaultMarket } from './read-vault.ts'

/** Propose the cap of a market as curator: a lower one works at once, a higher one after the timelock. */
export const TOOL_DEF = defineOwnerAct({
  name: 'morpho_submit_vault_cap',
  description: "Propose a market's cap in a MetaMorpho vault as its curator, with the owner's approval.",
  promptSnippet:
    "morpho_submit_vault_cap sets how much a MetaMorpho vault may lend in a market: lower at once, higher after its timelock; the owner's account has to be its curator.",
  promptGuidelines: ['A higher cap is accepted with morpho_accept_vault_cap once the timelock is over.'],
  errorCodes: ['VAULT_ROLE_MISSING', 'VAULT_MARKET_UNFIT', 'VAULT_ALREADY_SET'],
  members: { market: MarketIdSchema, capBaseUnits: BaseUnitsSchema },
  output: {
    market: MarketIdSchema,
    /** The cap that took effect, and the one that waits; null for what did not come about. */
    capBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    pendingCapBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  },
  async build({ vault: address, market: id, capBaseUnits }, ctx) {
    const { vault, market } = await readVaultMarket(ctx, address, id)
    assertRole(vault, 'curator', ownerOf(ctx))
    const { terms, cap, pendingCap, removableAtSeconds } = market
    if (!isAddressEqual(terms.loanToken, vault.asset)) refuseMarket(vault, id, 'it lends another asset')
    if (pendingCap) refuseMarket(vault, id, 'a cap is pending for it')
    if (removableAtSeconds !== undefined) refuseMarket(vault, id, 'its removal is pending')
    const wanted = BigInt(capBaseUnits)
    if (wanted === cap)
      throw BASE.error('VAULT_ALREADY_SET', { vault: vault.address, found: `the cap is ${cap}` })
    if (wanted >= 2n ** 184n) refuseMarket(vault, id, 'no cap is that high')
    return [callVault(vault, 'submitCap', [terms, wanted])]
  },
  tell(logs, { vault, market }) {
    const [set] = readEvents(logs, vault, 'SetCap')
    const [submitted] = readEvents(logs, vault, 'SubmitCap')
    return {
      market,
      capBaseUnits: set?.args.cap.toString() ?? null,
      pendingCapBaseUnits: submitted?.args.cap.toString() ?? null,
    }
  },
})

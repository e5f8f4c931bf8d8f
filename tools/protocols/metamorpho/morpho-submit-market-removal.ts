import { Type } from '../../core/schema.ts'
import { assertRole, callVault, defineOwnerAct, ownerOf, readEvents } from './define-act.ts'
import { MarketIdSchema } from './market-terms.ts'
import { refuseMarket } from './queue.ts'
import { readVaultMarket } from './read-vault.ts'

/** Propose the forced removal of a market as curator: what is lent in it is given up when it takes effect. */
export const TOOL_DEF = defineOwnerAct({
  name: 'morpho_submit_market_removal',
  description:
    "Propose that a MetaMorpho vault leaves a market with what is lent in it, with the owner's approval.",
  promptSnippet:
    "morpho_submit_market_removal starts the timelock after which a MetaMorpho vault can leave a market that it cannot withdraw from; the owner's account has to be its curator.",
  promptGuidelines: [
    'It is for a market that is broken: depositors lose what is still lent there when it is taken out.',
    'The cap has to be zero before, and the withdraw queue is set without the market after.',
  ],
  errorCodes: ['VAULT_ROLE_MISSING', 'VAULT_MARKET_UNFIT'],
  members: { market: MarketIdSchema },
  output: { market: MarketIdSchema, submitted: Type.Boolean() },
  async build({ vault: address, market: id }, ctx) {
    const { vault, market } = await readVaultMarket(ctx, address, id)
    assertRole(vault, 'curator', ownerOf(ctx))
    if (market.removableAtSeconds !== undefined) refuseMarket(vault, id, 'its removal is pending')
    if (!market.isEnabled) refuseMarket(vault, id, 'it is not enabled')
    if (market.cap !== 0n) refuseMarket(vault, id, 'it has a cap')
    if (market.pendingCap) refuseMarket(vault, id, 'a cap is pending for it')
    return [callVault(vault, 'submitMarketRemoval', [market.terms])]
  },
  tell: (logs, { vault, market }) => ({
    market,
    submitted: readEvents(logs, vault, 'SubmitMarketRemoval').length > 0,
  }),
})

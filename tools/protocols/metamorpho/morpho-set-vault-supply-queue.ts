import type { Hex } from 'viem'
import { assertRole, callVault, defineOperatorAct, readEvents } from './define-act.ts'
import { assertNewQueue, QUEUE, QUEUE_OUTPUT, refuseMarket } from './queue.ts'
import { readVault, readVaultMarkets } from './read-vault.ts'

/** Set the order in which deposits fill a vault's markets, as allocator. */
export const TOOL_DEF = defineOperatorAct({
  name: 'morpho_set_vault_supply_queue',
  description: 'Set the order in which deposits fill the markets of a MetaMorpho vault, as its allocator.',
  promptSnippet:
    "morpho_set_vault_supply_queue sets in which order deposits of a MetaMorpho vault fill its markets; the operator's own account has to be an allocator, and no asset moves.",
  promptGuidelines: ['An empty queue stops deposits.'],
  errorCodes: ['VAULT_ROLE_MISSING', 'VAULT_ALREADY_SET', 'VAULT_MARKET_UNFIT'],
  members: { markets: QUEUE },
  output: QUEUE_OUTPUT,
  async build({ vault: address, markets }, ctx) {
    const vault = await readVault(ctx, address)
    assertRole(vault, 'allocator', ctx.operator, vault.isOperatorAllocator)
    const wanted = markets.map((id) => id.toLowerCase() as Hex)
    assertNewQueue(vault, vault.supplyQueue, wanted)
    const found = await readVaultMarkets(ctx, vault, wanted)
    for (const { id, cap } of found) if (cap === 0n) refuseMarket(vault, id, 'it has no cap')
    return [callVault(vault, 'setSupplyQueue', [wanted])]
  },
  tell(logs, { vault }) {
    const [set] = readEvents(logs, vault, 'SetSupplyQueue')
    return { queue: set ? [...set.args.newSupplyQueue] : null }
  },
})

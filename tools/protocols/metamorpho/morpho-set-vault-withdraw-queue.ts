import type { Hex } from 'viem'
import { assertRole, callVault, defineOperatorAct, readEvents } from './define-act.ts'
import { assertNewQueue, QUEUE, QUEUE_OUTPUT, refuseMarket } from './queue.ts'
import { readAllocations } from './read-allocation.ts'
import { readVault, readVaultMarkets } from './read-vault.ts'

/** Reorder a vault's withdraw queue, or take markets out of it, as allocator. */
export const TOOL_DEF = defineOperatorAct({
  name: 'morpho_set_vault_withdraw_queue',
  description:
    'Reorder the withdraw queue of a MetaMorpho vault or take markets out of it, as its allocator.',
  promptSnippet:
    "morpho_set_vault_withdraw_queue sets in which order withdrawals drain a MetaMorpho vault's markets; leave out a market without cap and assets to take it out of the vault.",
  promptGuidelines: ['It names markets of the present queue only: a new one joins when its cap is accepted.'],
  errorCodes: ['VAULT_ROLE_MISSING', 'VAULT_ALREADY_SET', 'VAULT_MARKET_UNFIT'],
  members: { markets: QUEUE },
  output: QUEUE_OUTPUT,
  async build({ vault: address, markets }, ctx) {
    const vault = await readVault(ctx, address)
    assertRole(vault, 'allocator', ctx.operator, vault.isOperatorAllocator)
    const wanted = markets.map((id) => id.toLowerCase() as Hex)
    const queue = vault.withdrawQueue
    assertNewQueue(vault, queue, wanted)
    const stray = wanted.find((id) => !queue.includes(id))
    if (stray) refuseMarket(vault, stray, 'it is not in its withdraw queue')
    const left = await readVaultMarkets(
      ctx,
      vault,
      queue.filter((id) => !wanted.includes(id)),
    )
    const held = await readAllocations(ctx, vault, left)
    for (const [index, { id, cap, pendingCap, removableAtSeconds }] of left.entries()) {
      if (cap !== 0n) refuseMarket(vault, id, 'it has a cap')
      if (pendingCap) refuseMarket(vault, id, 'a cap is pending for it')
      const isRemovable = removableAtSeconds !== undefined && removableAtSeconds <= vault.nowSeconds
      if ((held[index]?.supplied ?? 0n) > 0n && !isRemovable) refuseMarket(vault, id, 'assets are lent in it')
    }
    return [callVault(vault, 'updateWithdrawQueue', [wanted.map((id) => BigInt(queue.indexOf(id)))])]
  },
  tell(logs, { vault }) {
    const [set] = readEvents(logs, vault, 'SetWithdrawQueue')
    return { queue: set ? [...set.args.newWithdrawQueue] : null }
  },
})

import { type Address, getAddress } from 'viem'
import type { ChainLog } from './chain.ts'
import { isAddressEqual } from './is-address-equal.ts'
import type { AssetDelta } from './outcome.ts'
import { readTransferLog } from './transfer-log.ts'

/**
 * Sum the ERC-20 `Transfer` logs of a receipt into net balance changes of one account, a token each.
 *
 * This is what a tool *reports*; whether the balances really moved is for the oracle to say.
 */
export function readTransferDeltas(
  receipt: { readonly logs: readonly ChainLog[] },
  account: Address,
): AssetDelta[] {
  const deltas = new Map<Address, bigint>()
  for (const log of receipt.logs) {
    const transfer = readTransferLog(log)
    if (transfer === undefined) continue
    let delta = 0n
    if (isAddressEqual(transfer.to, account)) delta += transfer.amountBaseUnits
    if (isAddressEqual(transfer.from, account)) delta -= transfer.amountBaseUnits
    if (delta !== 0n) {
      const token = getAddress(log.address)
      deltas.set(token, (deltas.get(token) ?? 0n) + delta)
    }
  }
  return [...deltas].map(([token, deltaBaseUnits]) => ({ token, account, deltaBaseUnits }))
}

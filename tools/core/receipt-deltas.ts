import { type Address, getAddress, slice, toEventSelector } from 'viem'
import type { ChainLog } from './chain.ts'
import type { AssetDelta } from './outcome.ts'

const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)')

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
  const own = account.slice(2).toLowerCase()
  for (const log of receipt.logs) {
    // An ERC-721 transfer has a fourth topic and moves no amount.
    if (log.topics[0] !== TRANSFER_TOPIC || log.topics.length !== 3) continue
    const amount = BigInt(slice(log.data, 0, 32))
    let delta = 0n
    if (log.topics[2]?.endsWith(own)) delta += amount
    if (log.topics[1]?.endsWith(own)) delta -= amount
    if (delta !== 0n) {
      const token = getAddress(log.address)
      deltas.set(token, (deltas.get(token) ?? 0n) + delta)
    }
  }
  return [...deltas].map(([token, deltaBaseUnits]) => ({ token, account, deltaBaseUnits }))
}

import { type Address, getAddress } from 'viem'
import type { ChainLog } from './chain.ts'
import { isAddressEqual } from './is-address-equal.ts'
import type { AssetDelta, Throughput } from './outcome.ts'
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

/** Read from the ERC-20 `Transfer` logs of a receipt how much of a token both came to an account and went from it. */
export function readThroughput(receipt: { readonly logs: readonly ChainLog[] }): Throughput {
  const transfers = receipt.logs.flatMap((log) => {
    const transfer = readTransferLog(log)
    return transfer && !isAddressEqual(transfer.from, transfer.to)
      ? [{ ...transfer, token: log.address }]
      : []
  })
  return (token, account) => {
    const ofToken = transfers.filter((transfer) => isAddressEqual(transfer.token, token))
    const sum = (end: 'from' | 'to') =>
      ofToken.reduce(
        (total, transfer) =>
          isAddressEqual(transfer[end], account) ? total + transfer.amountBaseUnits : total,
        0n,
      )
    const [came, went] = [sum('to'), sum('from')]
    return came < went ? came : went
  }
}

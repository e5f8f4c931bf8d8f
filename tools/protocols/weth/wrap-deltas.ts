import { type Address, getAddress, type TransactionReceipt } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { isContractOf } from '../../core/base.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { AssetDelta } from '../../core/outcome.ts'
import { wethAbi } from './abi.ts'
import { BASE } from './base.ts'

/**
 * Read wraps and unwraps of one account from a receipt: WETH9 emits no `Transfer` for either. The same logs of any other
 * contract move no native coins.
 */
export function readWrapDeltas(receipt: Pick<TransactionReceipt, 'logs'>, account: Address): AssetDelta[] {
  const deltas: AssetDelta[] = []
  for (const log of parseEventLogs({ abi: wethAbi, logs: receipt.logs })) {
    if (!isContractOf(BASE, 'weth', log.address)) continue
    const owner = log.eventName === 'Deposit' ? log.args.dst : log.args.src
    if (!isAddressEqual(owner, account)) continue
    const wrapped = log.eventName === 'Deposit' ? log.args.wad : -log.args.wad
    deltas.push({ token: NATIVE_TOKEN, account, deltaBaseUnits: -wrapped })
    deltas.push({ token: getAddress(log.address), account, deltaBaseUnits: wrapped })
  }
  return deltas
}

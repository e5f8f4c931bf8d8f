import type { Address, TransactionReceipt } from 'viem'
import { decodeEventLog } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { safeStateAbi } from './abi.ts'

/**
 * Read the receipt of an `execTransaction` as the receipt of the call inside: a Safe whose inner call failed does
 * not revert, it says so in an event.
 */
export function readReceipt(safe: Address, receipt: TransactionReceipt): TransactionReceipt {
  const succeeded = receipt.logs.some((log) => {
    if (!isAddressEqual(log.address, safe)) return false
    try {
      return (
        decodeEventLog({ abi: safeStateAbi, data: log.data, topics: log.topics }).eventName ===
        'ExecutionSuccess'
      )
    } catch {
      return false
    }
  })
  return succeeded ? receipt : { ...receipt, status: 'reverted' }
}

import { erc20Abi, parseEventLogs, type TransactionReceipt } from 'viem'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { AllowanceAfter } from '../core/outcome.ts'

/**
 * Work out from a receipt what is left of allowances.
 *
 * Many tokens log the approval but not its use, so that what the owner paid after the last approval counts
 * against it.
 */
export function readAllowancesLeft(
  receipt: Pick<TransactionReceipt, 'logs'>,
  allowances: readonly AllowanceAfter[],
): AllowanceAfter[] {
  const logs = parseEventLogs({ abi: erc20Abi, logs: receipt.logs })
  return allowances.flatMap((allowance) => {
    let left: bigint | undefined
    for (const log of logs) {
      if (!isAddressEqual(log.address, allowance.token)) continue
      if (log.eventName === 'Approval') {
        const { owner, spender, value } = log.args
        if (isAddressEqual(owner, allowance.owner) && isAddressEqual(spender, allowance.spender)) left = value
      } else if (left !== undefined && isAddressEqual(log.args.from, allowance.owner)) {
        left = left > log.args.value ? left - log.args.value : 0n
      }
    }
    return left === undefined ? [] : [{ ...allowance, valueBaseUnits: left }]
  })
}

import { type Address, erc20Abi, getAddress, type TransactionReceipt } from 'viem'
import { UNLIMITED_APPROVAL_FROM } from '../core/call-decoder.ts'
import { encodeFunctionData } from '../core/encode-function-data.ts'
import { ToolError } from '../core/errors.ts'
import { parseEventLogs } from '../core/event-logs.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { AllowanceAfter } from '../core/outcome.ts'
import { type Call, planTransaction, type TransactionPlan } from '../core/plan.ts'

/** Build an ERC-20 `approve` call. */
export const buildApproval = (token: Address, spender: Address, amountBaseUnits: bigint): Call => ({
  to: token,
  valueWei: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amountBaseUnits] }),
})

/**
 * Plan to set one allowance to an exact amount.
 *
 * Tokens of the USDT kind refuse to change a non-zero allowance, so such a change goes through zero.
 */
export function planApproval(
  owner: Address,
  {
    token,
    spender,
    amountBaseUnits,
    current,
  }: {
    readonly token: Address
    readonly spender: Address
    readonly amountBaseUnits: bigint
    /** Allowance before, or undefined when it is not known. */
    readonly current: bigint | undefined
  },
): TransactionPlan {
  const goesThroughZero = amountBaseUnits > 0n && current !== 0n
  const calls = [
    ...(goesThroughZero ? [buildApproval(token, spender, 0n)] : []),
    buildApproval(token, spender, amountBaseUnits),
  ]
  return planTransaction(calls, {
    allowances: [{ token, owner, spender, valueBaseUnits: amountBaseUnits }],
  })
}

/** Read the allowances that one owner has after a transaction, from its `Approval` logs; the last log counts. */
export function readApprovals(receipt: Pick<TransactionReceipt, 'logs'>, owner: Address): AllowanceAfter[] {
  const after = new Map<string, AllowanceAfter>()
  for (const log of parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs: receipt.logs })) {
    if (!isAddressEqual(log.args.owner, owner)) continue
    const { spender, value } = log.args
    after.set(`${log.address}:${spender}`.toLowerCase(), {
      token: getAddress(log.address),
      owner,
      spender,
      valueBaseUnits: value,
    })
  }
  return [...after.values()]
}

/**
 * Refuse an approval that no amount could use up.
 *
 * @throws ToolError UNLIMITED_APPROVAL, ZERO_AMOUNT
 */
export function assertExactApproval(amountBaseUnits: bigint): void {
  if (amountBaseUnits === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'amountBaseUnits' })
  if (amountBaseUnits >= UNLIMITED_APPROVAL_FROM) {
    throw new ToolError('UNLIMITED_APPROVAL', { amount: amountBaseUnits })
  }
}

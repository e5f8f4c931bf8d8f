import { type Address, erc20Abi, getAbiItem, getAddress, type TransactionReceipt } from 'viem'
import { UNLIMITED_APPROVAL_FROM } from '../core/call-decoder.ts'
import type { AllowanceQuery } from '../core/chain.ts'
import type { ToolContext } from '../core/context.ts'
import { encodeFunctionData } from '../core/encode-function-data.ts'
import { ToolError } from '../core/errors.ts'
import { parseEventLogs } from '../core/event-logs.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { AllowanceAfter } from '../core/outcome.ts'
import { type Call, planTransaction, type TransactionPlan } from '../core/plan.ts'
import { findToken } from '../core/tokens.ts'
import { decodeExactly } from './decode-exactly.ts'
import { NO_STATE } from './usd-price.ts'

/** Build an ERC-20 `approve` call. */
export const buildApproval = (token: Address, spender: Address, amountBaseUnits: bigint): Call => ({
  to: token,
  valueWei: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amountBaseUnits] }),
})

/** Plan to set one allowance to an exact amount. */
export const planApproval = (
  owner: Address,
  { token, spender, amountBaseUnits }: AllowancePair & { readonly amountBaseUnits: bigint },
): TransactionPlan =>
  planTransaction([buildApproval(token, spender, amountBaseUnits)], {
    allowances: [{ token, owner, spender, valueBaseUnits: amountBaseUnits }],
  })

/** A token and who may take it. */
type AllowancePair = Pick<AllowanceQuery, 'token' | 'spender'>

const approveAbi = [getAbiItem({ abi: erc20Abi, name: 'approve' })]

/** Read the first call that approves each spender of a token. */
function readFirstApprovals(calls: readonly Call[]) {
  const first: (AllowancePair & { readonly call: Call; readonly amountBaseUnits: bigint })[] = []
  for (const call of calls) {
    const [spender, amountBaseUnits] = decodeExactly(approveAbi, call.data)?.args ?? []
    if (spender === undefined || amountBaseUnits === undefined) continue
    const isKnown = first.some(
      (known) => isAddressEqual(known.token, call.to) && isAddressEqual(known.spender, spender),
    )
    if (!isKnown) first.push({ token: call.to, spender, call, amountBaseUnits })
  }
  return first
}

/**
 * Let what an account approves of tokens that approve from zero alone go through zero where an allowance is left.
 *
 * @param calls Leave nothing of an approval before they approve the same spender again.
 */
export async function approveThroughZero(
  calls: readonly Call[],
  { chain, account, book }: Pick<ToolContext, 'chain' | 'account' | 'book'>,
): Promise<readonly Call[]> {
  const raised = readFirstApprovals(calls).filter(
    ({ token, amountBaseUnits }) => amountBaseUnits > 0n && findToken(book, token)?.approvesFromZero,
  )
  if (raised.length === 0) return calls
  const { allowances } = await chain.readState({
    ...NO_STATE,
    allowances: raised.map(({ token, spender }) => ({ token, owner: account, spender })),
  })
  const left = raised.filter((_, index) => (allowances[index] ?? 0n) > 0n)
  return calls.flatMap((call) => {
    const meets = left.find((approval) => approval.call === call)
    return meets ? [buildApproval(meets.token, meets.spender, 0n), call] : [call]
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

import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { DecodedApproval, DecodedCall, KeptAllowance } from '../../core/call-decoder.ts'
import type { ChainLog } from '../../core/chain.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { readTransferLog } from '../../core/transfer-log.ts'
import type { BalanceChange } from './action-class.ts'
import type { DecodedPlan } from './decode-calls.ts'

/** Most of one token that the action can take out of the account: the largest of decoded, simulated and approved. */
export interface GrossOutflow {
  readonly token: Address
  readonly amountBaseUnits: bigint
}

/** Growth of one allowance through the action. */
export interface AllowanceGrowth {
  readonly token: Address
  readonly spender: Address
  readonly growthBaseUnits: bigint
}

/** What an allowance is around the action; undefined where it was not seen. */
interface SeenAllowance {
  readonly before: bigint | undefined
  readonly after: bigint | undefined
}

/** An approval of a plan, and whether the same plan ends it again. */
export interface PlannedApproval extends DecodedApproval {
  readonly isEnded: boolean
}

/** List what a plan approves, in order; of what another contract than the token keeps, its calls say whether any is left. */
export const listApprovals = (
  leaves: readonly Pick<DecodedCall, 'approvals' | 'ends'>[],
): PlannedApproval[] =>
  leaves.flatMap(({ approvals }, at) =>
    approvals.map((approval) => {
      const later = leaves.slice(at + 1).flatMap(({ ends = [] }) => ends)
      return { ...approval, isEnded: later.some((ended) => isKeptSo(approval, ended)) }
    }),
  )

const isKeptSo = ({ token, spender, keeper }: DecodedApproval, ended: KeptAllowance): boolean =>
  keeper !== undefined &&
  isAddressEqual(keeper, ended.keeper) &&
  isAddressEqual(token, ended.token) &&
  isAddressEqual(spender, ended.spender)

/**
 * Sum what a plan approves and does not leave as an allowance: its spender may have taken it, whatever a node shows of
 * balances and events. What the token lets a keeper take, and what the keeper lets others take of it, is the same money.
 */
export function sumConsumed(
  approvals: readonly PlannedApproval[],
  allowances: readonly { readonly after: bigint | undefined }[],
): GrossOutflow[] {
  const granted = new Map<string, { readonly token: Address; amount: bigint; left: bigint; kept: bigint }>()
  for (const [index, { token, spender, amountBaseUnits, keeper, isEnded }] of approvals.entries()) {
    const left = allowances[index]?.after
    // What another contract goes on keeping, and what is left over of what was not simulated, counts as growth in full.
    if (keeper === undefined ? left === undefined : !isEnded) continue
    const key = `${token} ${keeper ?? spender}`.toLowerCase()
    const entry = granted.get(key) ?? { token, amount: 0n, left: 0n, kept: 0n }
    granted.set(key, entry)
    if (keeper !== undefined) entry.kept += amountBaseUnits
    else {
      entry.amount += amountBaseUnits
      entry.left = left ?? 0n
    }
  }
  return [...granted.values()].flatMap(({ token, amount, left, kept }) => {
    const amountBaseUnits = amount - left > kept ? amount - left : kept
    return amountBaseUnits > 0n ? [{ token, amountBaseUnits }] : []
  })
}

/** Sum the most of each token that an action can take out: the largest of decoded, told by events, fallen and approved. */
export function sumOutflows(
  account: Address,
  tokens: readonly Address[],
  decoded: DecodedPlan,
  balances: readonly BalanceChange[],
  logs: readonly ChainLog[],
  consumed: readonly GrossOutflow[],
): GrossOutflow[] {
  return tokens.flatMap((token, index) => {
    let stated = 0n
    for (const leaf of decoded.leaves) {
      for (const outflow of leaf.outflows) {
        if (isAddressEqual(outflow.token, token)) stated += outflow.amountBaseUnits
      }
    }
    let logged = 0n
    if (token !== NATIVE_TOKEN) {
      for (const log of logs) {
        if (!isAddressEqual(log.address, token)) continue
        // What a token says in another shape than the standard's tells no amount: the fall of its balance does.
        const transfer = readTransferLog(log)
        if (transfer && isAddressEqual(transfer.from, account)) logged += transfer.amountBaseUnits
      }
    }
    const balance = balances[index]
    const fallen = balance && balance.after < balance.before ? balance.before - balance.after : 0n
    const approved = consumed.reduce(
      (sum, entry) => (isAddressEqual(entry.token, token) ? sum + entry.amountBaseUnits : sum),
      0n,
    )
    const amountBaseUnits = [stated, logged, fallen, approved].reduce((a, b) => (a > b ? a : b))
    return amountBaseUnits > 0n ? [{ token, amountBaseUnits }] : []
  })
}

/** Sum by how much what a plan approves lets allowances grow. */
export const sumGrowth = (
  approvals: readonly PlannedApproval[],
  allowances: readonly SeenAllowance[],
): AllowanceGrowth[] =>
  approvals.flatMap(({ token, spender, amountBaseUnits, keeper, isEnded }, index) => {
    if (isEnded) return []
    const { before, after } = allowances[index] as SeenAllowance
    // What another contract keeps is no allowance of the token: what was decoded counts in full.
    const growth =
      keeper !== undefined || before === undefined || after === undefined
        ? amountBaseUnits
        : after > before
          ? after - before
          : 0n
    return growth > 0n ? [{ token, spender, growthBaseUnits: growth }] : []
  })

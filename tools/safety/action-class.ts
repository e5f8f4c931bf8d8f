import { type Address, isAddressEqual } from 'viem'
import type { DecodedCall } from '../core/call-decoder.ts'
import type { ActionClass } from './phases.ts'
import type { SafetyPolicy } from './policy.ts'

/** Balance of one asset around the simulated action. */
export interface BalanceChange {
  readonly token: Address
  readonly before: bigint
  readonly after: bigint
}

/** Share of a position, in basis points, that may remain for it to count as closed. */
const CLOSED_REMAINDER_BPS = 10n

/**
 * Derive the action class from what the simulated action does, never from what a caller calls it.
 *
 * Value that goes to a third party counts as a new position (exposure to that party); new allowances as an
 * increase; changes of exposures and of protocol positions by their direction. What changes nothing, such as
 * a revocation, only ever reduces authority and counts as closing.
 */
export function deriveActionClass(input: {
  readonly policy: SafetyPolicy
  readonly account: Address
  readonly leaves: readonly DecodedCall[]
  readonly balances: readonly BalanceChange[]
  readonly allowanceGrows: boolean
}): ActionClass {
  const { policy, account, leaves, balances } = input
  const isOwn = (address: Address) =>
    [account, policy.owner, policy.approver].some((own) => own !== undefined && isAddressEqual(address, own))
  if (leaves.some((leaf) => leaf.recipients.some((recipient) => !isOwn(recipient)))) return 'new-position'

  const changes = new Set(leaves.flatMap((leaf) => leaf.positions.map((position) => position.change)))
  const opens = changes.has('open')
  const grows = changes.has('increase')
  const closes = changes.has('close')
  const shrinks = changes.has('decrease') || changes.has('collect')
  if ((opens || grows) && (closes || shrinks)) return 'rebalance'
  if (opens) return 'new-position'
  if (grows) return 'increase-position'
  if (closes) return 'close-position'
  if (shrinks) return 'decrease-position'
  if (input.allowanceGrows) return 'increase-position'

  const exposures = sumExposures(policy, balances)
  const risen = exposures.filter((exposure) => exposure.after > exposure.before)
  const fallen = exposures.filter((exposure) => exposure.after < exposure.before)
  if (risen.length > 0 && fallen.length > 0) return 'rebalance'
  if (risen.length > 0) {
    return risen.some((exposure) => exposure.before === 0n) ? 'new-position' : 'increase-position'
  }
  if (fallen.length > 0) return fallen.every(isClosed) ? 'close-position' : 'decrease-position'
  const moved = balances.filter((balance) => balance.before !== balance.after)
  if (moved.length === 0) return 'close-position'
  const onlyOut = moved.every((balance) => balance.after < balance.before)
  if (!onlyOut) return 'rebalance'
  return moved.every(isClosed) ? 'close-position' : 'decrease-position'
}

const isClosed = (change: { before: bigint; after: bigint }) =>
  change.after * 10_000n <= change.before * CLOSED_REMAINDER_BPS

function sumExposures(policy: SafetyPolicy, balances: readonly BalanceChange[]) {
  const sums = new Map<string, { before: bigint; after: bigint }>()
  for (const balance of balances) {
    const asset = policy.assets.find((candidate) => isAddressEqual(candidate.token, balance.token))
    if (asset?.isStable) continue
    const key = asset?.exposure ?? balance.token.toLowerCase()
    const sum = sums.get(key) ?? { before: 0n, after: 0n }
    sums.set(key, { before: sum.before + balance.before, after: sum.after + balance.after })
  }
  return [...sums.values()]
}

import { type Address, isAddressEqual } from 'viem'
import type { DecodedCall } from '../../core/call-decoder.ts'
import { ACTION_CLASSES, type ActionClass } from '../policy/phases.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'

/** Balance of one asset around the simulated action. */
export interface BalanceChange {
  readonly token: Address
  readonly before: bigint
  readonly after: bigint
}

/** What a class is derived from: what the calls say, and what the simulation shows. */
export interface ActionEffects {
  readonly policy: SafetyPolicy
  readonly account: Address
  readonly leaves: readonly DecodedCall[]
  readonly balances: readonly BalanceChange[]
  /** Everything that goes out, before anything that comes in. */
  readonly outflows: readonly { readonly token: Address }[]
  readonly allowanceGrows: boolean
}

/** Share of a position, in basis points, that may remain for it to count as closed. */
const CLOSED_REMAINDER_BPS = 10n

/**
 * Derive the action class from what the simulated action does, never from what a caller calls it: the strictest class
 * of any of its effects.
 *
 * Value that goes to a third party counts as a new position (exposure to that party); new allowances as an increase;
 * exchanges, balances and protocol positions by their direction. What changes nothing, such as a revocation, only
 * ever reduces authority and counts as closing.
 */
export function deriveActionClass(effects: ActionEffects): ActionClass {
  const { policy, account, leaves } = effects
  const isOwn = (address: Address) =>
    [account, policy.owner, policy.approver].some((own) => own !== undefined && isAddressEqual(address, own))
  const sendsAway = leaves.some((leaf) => leaf.recipients.some((recipient) => !isOwn(recipient)))
  return strictestOf([
    ...(sendsAway ? (['new-position'] as const) : []),
    ...(effects.allowanceGrows ? (['increase-position'] as const) : []),
    ...classifyPositions(leaves),
    ...leaves.flatMap((leaf) => classifyExchange(leaf, effects)),
    classifyBalances(effects),
  ])
}

/** Classes are listed from the strictest on. */
const strictestOf = (classes: readonly ActionClass[]): ActionClass =>
  ACTION_CLASSES.find((candidate) => classes.includes(candidate)) ?? 'close-position'

/** Each position by itself: taking out in steps what is then given up closes it. */
function classifyPositions(leaves: readonly DecodedCall[]): ActionClass[] {
  const changes = Map.groupBy(
    leaves.flatMap(({ positions }) => positions),
    ({ protocol, id }) => `${protocol} ${id}`,
  )
  return [...changes.values()].flatMap((steps): ActionClass[] => {
    const did = new Set(steps.map(({ change }) => change))
    return [
      ...(did.has('open') ? (['new-position'] as const) : []),
      ...(did.has('increase') ? (['increase-position'] as const) : []),
      ...(did.has('close') ? [] : (['decrease-position'] as const)),
    ]
  })
}

/** An exchange by its bytes, whatever the rest of the action nets it with: only a sale for a stable asset is an exit. */
function classifyExchange({ outflows, inflows }: DecodedCall, effects: ActionEffects): ActionClass[] {
  const { policy } = effects
  const exposures = sumExposures(policy, effects.balances)
  const paid = outflows.map(({ token }) => exposureOf(policy, token))
  return inflows.flatMap((token) => {
    const bought = exposureOf(policy, token)
    return paid.map((sold): ActionClass => {
      if (bought === undefined) return sold === undefined ? 'rebalance' : classOfFall([exposures.get(sold)])
      return sold === undefined ? classOfGrowth(exposures.get(bought)) : 'rebalance'
    })
  })
}

function classifyBalances({ policy, leaves, balances, outflows }: ActionEffects): ActionClass {
  const exposures = [...sumExposures(policy, balances).values()]
  const risen = exposures.filter((exposure) => exposure.after > exposure.before)
  const fallen = exposures.filter((exposure) => exposure.after < exposure.before)
  const moved = balances.filter((balance) => balance.before !== balance.after)
  const paysStable = outflows.some(({ token }) => exposureOf(policy, token) === undefined)
  // What positions pay out was the account's before, as long as nothing is paid for it.
  const takesOut = leaves.some(({ positions }) => positions.some(({ change }) => SHRINKS.includes(change)))
  if (takesOut && !paysStable) return classOfFall(fallen)
  if (risen.length > 0 && (paysStable || fallen.length === 0)) {
    return strictestOf(risen.map(classOfGrowth))
  }
  if (risen.length > 0) return 'rebalance'
  if (fallen.length > 0) return classOfFall(fallen)
  if (moved.length === 0) return 'close-position'
  const onlyOut = moved.every((balance) => balance.after < balance.before)
  if (!onlyOut) return 'rebalance'
  return classOfFall(moved)
}

const SHRINKS: readonly string[] = ['decrease', 'collect', 'close']

type Change = Pick<BalanceChange, 'before' | 'after'>

const classOfGrowth = (change: Change | undefined): ActionClass =>
  (change?.before ?? 0n) === 0n ? 'new-position' : 'increase-position'

const classOfFall = (changes: readonly (Change | undefined)[]): ActionClass =>
  changes.every((change) => change !== undefined && isClosed(change)) ? 'close-position' : 'decrease-position'

const isClosed = ({ before, after }: Change) => after * 10_000n <= before * CLOSED_REMAINDER_BPS

/** What an asset exposes to; a stable one to nothing. */
function exposureOf(policy: SafetyPolicy, token: Address): string | undefined {
  const asset = findAsset(policy, token)
  return asset?.isStable ? undefined : (asset?.exposure ?? token.toLowerCase())
}

function sumExposures(policy: SafetyPolicy, balances: readonly BalanceChange[]) {
  const sums = new Map<string, Change>()
  for (const { token, before, after } of balances) {
    const exposure = exposureOf(policy, token)
    if (exposure === undefined) continue
    const sum = sums.get(exposure) ?? { before: 0n, after: 0n }
    sums.set(exposure, { before: sum.before + before, after: sum.after + after })
  }
  return sums
}

import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { type DecodedCall, type DecodedPositionChange, NO_EFFECT } from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { type LotChange, legsOfChange } from '../../core/lot-changes.ts'
import type { Leg, Pledge } from '../../core/position.ts'
import { ACTION_CLASSES, type ActionClass } from '../policy/phases.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import { ROUNDING_BASE_UNITS, sumRepaid } from './sum-repaid.ts'
import { PAR, type PriceTable, valueInUsdcRoundedDown } from './valuation.ts'

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
  readonly outflows: readonly { readonly token: Address; readonly amountBaseUnits: bigint }[]
  readonly allowanceGrows: boolean
  /** Lots of positions of which units came or went, as far as the cage lists them. */
  readonly lots: readonly LotChange[]
  /** The same of all units that are there; absent where nothing differs. */
  readonly shown?: readonly LotChange[] | undefined
  readonly prices: Pick<PriceTable, 'of'>
}

/** Share of a position, in basis points, that may remain for it to count as closed. */
const CLOSED_REMAINDER_BPS = 10n

/** A basis point: what a debt may have grown by until it is paid. */
const GROWTH_SHARE = 10_000n

/**
 * Derive the action class from what the simulated action does, never from what a caller calls it: the strictest class
 * of any of its effects, and of what it would be once all that it pledges is taken.
 *
 * Value that goes to a third party counts as a new position (exposure to that party); new allowances as an increase;
 * exchanges, balances, lots and protocol positions by their direction: what is supplied or borrowed grows, what is
 * withdrawn, repaid or on its way out shrinks. What changes nothing, such as a revocation, only ever reduces authority
 * and counts as closing.
 */
export function deriveActionClass(effects: ActionEffects): ActionClass {
  const pledges = effects.leaves.flatMap((leaf) => leaf.pledges ?? [])
  const now = classify(effects)
  return pledges.length === 0 ? now : strictestOf([now, classify(asFilled(effects, pledges))])
}

function classify(effects: ActionEffects): ActionClass {
  const { policy, account, leaves } = effects
  const isOwn = (address: Address) =>
    [account, policy.owner, policy.approver].some((own) => own !== undefined && isAddressEqual(address, own))
  const sendsAway = leaves.some((leaf) => leaf.recipients.some((recipient) => !isOwn(recipient)))
  return strictestOf([
    ...(sendsAway || givesLotsAway(effects) ? (['new-position'] as const) : []),
    ...(effects.allowanceGrows ? (['increase-position'] as const) : []),
    ...(leaves.some((leaf) => leaf.managesOthers) ? (['rebalance'] as const) : []),
    ...classifyPositions(effects),
    ...classifyLots(effects),
    ...leaves.flatMap((leaf) => classifyExchange(leaf, effects)),
    classifyBalances(effects),
  ])
}

/** The effects of an action once others took what it pledges and gave what they must. */
function asFilled(effects: ActionEffects, pledges: readonly Pledge[]): ActionEffects {
  const balances = new Map(effects.balances.map((balance) => [balance.token.toLowerCase(), balance]))
  // What a position holds for it is in no balance.
  const moves = pledges.flatMap(({ legs, isHeld }) => legs.filter(({ amount }) => !isHeld || amount > 0n))
  for (const { token, amount } of moves) {
    const { before, after } = balances.get(token.toLowerCase()) ?? { before: 0n, after: 0n }
    balances.set(token.toLowerCase(), { token, before, after: after + amount })
  }
  const given = (legs: Pledge['legs']) =>
    legs.filter(({ amount }) => amount < 0n).map(({ token, amount }) => ({ token, amountBaseUnits: -amount }))
  const fills = pledges.map(
    ({ legs, to }): DecodedCall => ({
      ...NO_EFFECT,
      functionName: 'fill',
      outflows: given(legs),
      inflows: legs.filter(({ amount }) => amount > 0n).map(({ token }) => token),
      recipients: [to],
    }),
  )
  return {
    ...effects,
    // Taken for nothing, it is an allowance.
    allowanceGrows:
      effects.allowanceGrows || pledges.some(({ legs }) => legs.every(({ amount }) => amount <= 0n)),
    leaves: [...effects.leaves, ...fills],
    balances: [...balances.values()],
    outflows: [...effects.outflows, ...fills.flatMap(({ outflows }) => outflows)],
  }
}

/**
 * Lots that go and bring less than they are worth, in tokens, other lots or a debt's end, are another's now, by more than
 * the owner lets any action lose. Without a price something has to come, since exits need none.
 */
function givesLotsAway({ policy, prices, lots, shown = lots, balances }: ActionEffects): boolean {
  const isGain = (lot: LotChange) => (lot.kind === 'owed') === lot.after.units < lot.before.units
  const goes = shown.filter((lot) => lot.kind !== 'owed' && !isGain(lot)).flatMap(legsOfChange)
  if (!goes.some(({ amount }) => amount > 0n)) return false
  const comes = [
    ...shown.filter(isGain).flatMap(legsOfChange),
    ...balances.flatMap(({ token, before, after }) =>
      after > before ? [{ token, amount: after - before }] : [],
    ),
  ]
  const [gone, come] = [goes, comes].map((legs) => sumWorth(legs, policy, prices))
  if (gone === undefined || come === undefined) return !comes.some(({ amount }) => amount > 0n)
  return gone * BigInt(10_000 - policy.maxToleranceBps) > come * 10_000n
}

/** What legs come to in USDC base units, at the lowest price known: nothing in what is no asset, undefined where an asset has none. */
function sumWorth(
  legs: readonly Leg[],
  policy: SafetyPolicy,
  prices: Pick<PriceTable, 'of'>,
): bigint | undefined {
  return legs.reduce<bigint | undefined>((sum, { token, amount }) => {
    const asset = findAsset(policy, token)
    const price = asset?.isNumeraire ? PAR : prices.of(token).lowest
    const priced = asset && price && valueInUsdcRoundedDown(amount, asset, price)
    const worth = asset === undefined ? 0n : priced
    return sum === undefined || worth === undefined ? undefined : sum + worth
  }, 0n)
}

/**
 * Each position by itself, what it holds and what it owes apart. What one of its lots takes over from another, as when
 * liquidity becomes an amount that is owed to the account, is no growth. What is on its way out is value and no exposure:
 * neither its coming nor its going is a class of its own.
 */
function classifyLots({ policy, prices, lots, outflows }: ActionEffects): ActionClass[] {
  const counted = lots.filter(({ kind }) => kind !== 'leaving')
  const positions = Map.groupBy(counted, ({ protocol, key, kind }) => `${protocol} ${key} ${kind}`)
  return [...positions.values()].flatMap((changes): ActionClass[] => {
    const grown = changes.filter(({ before, after }) => after.units > before.units)
    const fallen = changes.filter(({ before, after }) => after.units < before.units)
    const falls = fallen.map((lot) => classOfFall([unitsOf(lot)]))
    if (grown.length === 0) return falls
    const [gains, losses] = [grown, fallen].map((some) => some.flatMap(legsOfChange)) as [Leg[], Leg[]]
    const [more, less] = [gains, losses].map((legs) => sumWorth(legs, policy, prices))
    const isPaid = outflows.some((paid) => gains.some(({ token }) => isAddressEqual(token, paid.token)))
    const isTakenOver =
      !isPaid &&
      fallen.some(({ kind }) => kind === 'held') &&
      more !== undefined &&
      less !== undefined &&
      more * 10_000n <= less * BigInt(10_000 + policy.maxPriceDivergenceBps)
    if (isTakenOver) return ['decrease-position']
    const isNew = changes.every(({ before }) => before.units === 0n)
    return [isNew ? 'new-position' : 'increase-position', ...falls]
  })
}

const unitsOf = ({ before, after }: LotChange): Change => ({ before: before.units, after: after.units })

/** Classes are listed from the strictest on. */
const strictestOf = (classes: readonly ActionClass[]): ActionClass =>
  ACTION_CLASSES.find((candidate) => classes.includes(candidate)) ?? 'close-position'

/** Each position by itself: taking out in steps what is then given up closes it. What lots show shrinks as they do. */
function classifyPositions({ leaves, lots }: ActionEffects): ActionClass[] {
  const changes = Map.groupBy(
    leaves.flatMap(({ positions }) => positions),
    ({ protocol, id }) => `${protocol} ${id}`,
  )
  return [...changes.values()].flatMap((steps): ActionClass[] => {
    const told = steps.filter((step) => !(SHRINKS.includes(step.change) && isShown(step, lots)))
    const did = new Set(told.map(({ change }) => change))
    if (did.size === 0) return []
    return [
      ...(did.has('open') ? (['new-position'] as const) : []),
      ...(did.has('increase') ? (['increase-position'] as const) : []),
      ...(did.has('close') ? [] : (['decrease-position'] as const)),
    ]
  })
}

/**
 * An exchange by its bytes, whatever the rest of the action nets it with: only a sale for a stable asset is an exit, and
 * taking the native coin out of a contract that wraps it.
 */
function classifyExchange({ outflows, inflows }: DecodedCall, effects: ActionEffects): ActionClass[] {
  const { policy } = effects
  const exposures = sumExposures(policy, effects.balances)
  const paid = outflows.map(({ token }) => exposureOf(policy, token))
  return inflows.flatMap((token) => {
    const bought = exposureOf(policy, token)
    return paid.map((sold): ActionClass => {
      if (bought === undefined) return sold === undefined ? 'rebalance' : classOfFall([exposures.get(sold)])
      if (token === NATIVE_TOKEN && sold === bought) return 'decrease-position'
      return sold === undefined ? classOfGrowth(exposures.get(bought)) : 'rebalance'
    })
  })
}

function classifyBalances(effects: ActionEffects): ActionClass {
  const { policy, leaves, balances, lots, shown = lots } = effects
  const exposures = [...sumExposures(policy, balances)]
  const all = exposures.map(([, change]) => change)
  const fallen = all.filter((exposure) => exposure.after < exposure.before)
  const paysStable = paysBeyondDebt(effects)
  // What positions pay out was the account's before, as long as nothing is paid for it.
  const takesOut = leaves.some(({ positions }) =>
    positions.some((step) => SHRINKS.includes(step.change) && !isShown(step, lots)),
  )
  const paidOut = sumPaidOut(policy, shown)
  if (takesOut && !paysStable) return classOfFall(fallen)
  const risen = exposures.flatMap(([exposure, change]) =>
    change.after > change.before + (paysStable ? 0n : (paidOut.get(exposure) ?? 0n)) ? [change] : [],
  )
  if (risen.length > 0 && (paysStable || fallen.length === 0)) {
    return strictestOf(risen.map(classOfGrowth))
  }
  if (risen.length > 0) return 'rebalance'
  if (fallen.length > 0) return classOfFall(fallen)
  const moved = balances.filter((balance) => balance.before !== balance.after && !endsDebt(balance, effects))
  if (moved.length === 0 || (paidOut.size > 0 && !paysStable)) return 'close-position'
  if (moved.every(({ before, after }) => after < before)) return classOfFall(moved)
  // Stable assets that come in for nothing, such as rewards, expose to nothing.
  const onlyComes = moved.every(({ before, after }) => after > before)
  return onlyComes || moved.every((balance) => isUnwrapped(balance, policy))
    ? 'decrease-position'
    : 'rebalance'
}

/** Whether a balance moves as unwrapping moves it: the native coin comes, and what exposes to it goes. */
const isUnwrapped = ({ token, before, after }: BalanceChange, policy: SafetyPolicy): boolean =>
  (token === NATIVE_TOKEN) === after > before &&
  exposureOf(policy, token) === exposureOf(policy, NATIVE_TOKEN)

/** Sum what lots paid out of each exposure; of stable assets under `undefined`. */
function sumPaidOut(policy: SafetyPolicy, lots: readonly LotChange[]): Map<string | undefined, bigint> {
  const sums = new Map<string | undefined, bigint>()
  for (const lot of lots) {
    if (lot.kind === 'owed' || lot.after.units > lot.before.units) continue
    for (const { token, amount } of legsOfChange(lot)) {
      const exposure = exposureOf(policy, token)
      sums.set(exposure, (sums.get(exposure) ?? 0n) + amount + ROUNDING_BASE_UNITS)
    }
  }
  return sums
}

/** Whether all that went of a stable asset went for a debt of the account's own: how much of it is left, its lot says. */
const endsDebt = ({ token, before, after }: BalanceChange, { policy, lots }: ActionEffects): boolean =>
  exposureOf(policy, token) === undefined &&
  after < before &&
  before - after <= sumRepaid(lots, token, ROUNDING_BASE_UNITS)

/**
 * Whether stable assets buy anything: what ends a debt of the account's own does not, nor what was allowed for it on top
 * because it grows until it is paid.
 */
function paysBeyondDebt({ policy, outflows, lots }: ActionEffects): boolean {
  return outflows.some(({ token, amountBaseUnits }) => {
    if (exposureOf(policy, token) !== undefined) return false
    const repaid = sumRepaid(lots, token, ROUNDING_BASE_UNITS)
    return amountBaseUnits > repaid + repaid / GROWTH_SHARE
  })
}

const SHRINKS: readonly string[] = ['decrease', 'collect', 'close']

/** Whether lots show what becomes of a position that the bytes name. */
const isShown = ({ protocol, id }: DecodedPositionChange, lots: readonly LotChange[]): boolean =>
  lots.some((lot) => lot.protocol === protocol && lot.key === id)

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

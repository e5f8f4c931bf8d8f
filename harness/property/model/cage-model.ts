import { exactly, type Interval, sum } from './interval.ts'
import type { FeedFact } from './price-model.ts'
import type { Prediction } from './verdict.ts'
import { createChecks, deny } from './verdict.ts'

/** An asset of the cage. Native currency is part of its wrapped token. */
export interface CageAssetModel {
  readonly token: string
  readonly decimals: number
  readonly isBase: boolean
  readonly capUsdc: bigint
}

/** The rules of a cage. */
export interface CageRules {
  readonly assets: readonly CageAssetModel[]
  readonly maxDrawdownBps: bigint
  readonly maxLossBps: bigint
  readonly maxStaleExitLossBps: bigint
  readonly minRebalanceIntervalSeconds: number
  readonly windowSpendCapUsdc: bigint
  readonly windowLossCapUsdc: bigint
  readonly hotLaneUsdc: bigint
}

/** What a cage remembers. */
export interface CageState {
  readonly totalShares: bigint
  /** What its books count, by token: gifts stay outside. */
  readonly counted: ReadonlyMap<string, bigint>
  /** Last good prices, by token. */
  readonly lastPrice: ReadonlyMap<string, bigint>
  readonly mark: bigint
  readonly candidate: bigint
  readonly sampledAt: number
  readonly samples: number
  readonly lastRebalanceAt: number
  /** Spend and loss by hour. */
  readonly hours: ReadonlyMap<number, { readonly spent: bigint; readonly lost: bigint }>
  /** What left without the guardian's signature, by hour, with the time of the last of it. */
  readonly unguarded: ReadonlyMap<number, { readonly amount: Interval; readonly at: number }>
  /** False once it holds what only its own maths can value: liquidity. */
  readonly isExact: boolean
}

/** What an action does to the cage, by token, native currency among the wrapped. */
export interface CageEffect {
  readonly out: ReadonlyMap<string, bigint>
  readonly in: ReadonlyMap<string, bigint>
  /** What goes to approved recipients, a part of what goes out. */
  readonly paid: ReadonlyMap<string, bigint>
  readonly onlyRevokes: boolean
  /** Whether liquidity grows or shrinks: then the amounts are not known. */
  readonly liquidity?: 'grows' | 'shrinks'
}

const DUST_USDC = 10_000n
const BPS = 10_000n
/** The mark rises to the least of that many samples, each some minutes to an hour after the one before. */
const SAMPLES = 7
const LEAST_GAP_SECONDS = 300
const MOST_GAP_SECONDS = 3_600
/** More than anything is worth. */
const BEYOND = 2n ** 200n
const DAY_SECONDS = 86_400
/** Hours that are surely within 24 hours, with the one that is partly so. */
const HOURS = 25

type Prices = ReadonlyMap<string, FeedFact | undefined>

/** A price may be used from zero seconds of age to its staleness, both included. */
const isFresh = (feed: FeedFact | undefined, now: number): feed is FeedFact =>
  feed !== undefined &&
  feed.answer > 0n &&
  feed.answer < 2n ** 96n &&
  feed.updatedAtSeconds > 0 &&
  feed.updatedAtSeconds <= now &&
  now - feed.updatedAtSeconds <= feed.maxStalenessSeconds

const ceilDiv = (a: bigint, b: bigint) => (a + b - 1n) / b
const least = (a: bigint, b: bigint) => (a < b ? a : b)
const positive = (a: bigint) => (a > 0n ? a : 0n)

/** What the cage says of an action, but for the guardian's signature. */
export interface CageJudgement {
  readonly verdicts: Prediction
  /** What leaves. */
  readonly outflow: Interval
  /** That with what left in the window without the guardian's signature. */
  readonly unguarded: Interval
  /** What the cage remembers if the action is carried out at that moment, as if the guardian had signed it. */
  readonly next: CageState
}

/** Judge an action as the cage does. */
export function judgeCage(
  rules: CageRules,
  state: CageState,
  effect: CageEffect,
  facts: {
    readonly nowSeconds: number
    readonly prices: Prices
    readonly wallet: ReadonlyMap<string, bigint>
  },
): CageJudgement {
  const { nowSeconds: now, prices } = facts
  const checks = createChecks()
  const terms = rules.assets.map((asset) => {
    const feed = prices.get(asset.token)
    const fresh = isFresh(feed, now)
    const price = fresh ? feed.answer : (state.lastPrice.get(asset.token) ?? 0n)
    const unit = 10n ** BigInt(asset.decimals + (feed?.decimals ?? 8))
    const value = (amount: bigint, up: boolean) =>
      up ? ceilDiv(amount * price * 1_000_000n, unit) : (amount * price * 1_000_000n) / unit
    const wallet = facts.wallet.get(asset.token) ?? 0n
    const before = least(state.counted.get(asset.token) ?? 0n, wallet)
    const out = effect.out.get(asset.token) ?? 0n
    const into = effect.in.get(asset.token) ?? 0n
    const net = into - out
    const after = net >= 0n ? before + net : positive(before + net)
    return {
      ...asset,
      fresh,
      price,
      value,
      before,
      after,
      out,
      down: positive(-net),
      up: positive(net),
      paid: effect.paid.get(asset.token) ?? 0n,
    }
  })
  type Term = (typeof terms)[number]
  const total = (pick: (term: Term) => bigint) => terms.reduce((sum, term) => sum + pick(term), 0n)
  const moved = terms.filter(({ out, up, down }) => out > 0n || up > 0n || down > 0n)
  const isMoved = moved.length > 0 || effect.liquidity !== undefined

  const nav = (pick: (term: Term) => bigint) => total((term) => term.value(pick(term), false))
  const isNavFresh = (pick: (term: Term) => bigint) => terms.every((term) => term.fresh || pick(term) === 0n)
  const share = (navUsdc: bigint) =>
    state.totalShares === 0n ? 0n : (navUsdc * 10n ** 30n) / state.totalShares
  const drawdown = (mark: bigint, navUsdc: bigint) => {
    const value = share(navUsdc)
    return value >= mark ? 0n : ceilDiv((mark - value) * BPS, mark)
  }
  const before = ({ before }: Term) => before
  const after = ({ after }: Term) => after

  const isPaying = terms.some(({ paid }) => paid > 0n)
  const riskUp = moved.some(({ up, isBase }) => up > 0n && !isBase)
  const anyOut = moved.some(({ out }) => out > 0n)
  const spendsBase = moved.some(({ out, isBase }) => out > 0n && isBase)
  const parked = effect.liquidity === 'grows'
  const isExit = isMoved && !parked && !spendsBase && !isPaying && !(riskUp && anyOut)
  const isRisk = isMoved && !isExit && (riskUp || parked)

  const opened = observe(state, isNavFresh(before) ? share(nav(before)) : undefined, now)
  if (!isMoved) {
    const nothing = exactly(0n)
    const next = book(state, opened, undefined)
    return { verdicts: checks.verdicts(), outflow: nothing, unguarded: nothing, next }
  }

  const isKnown = state.isExact && effect.liquidity === undefined
  const perhaps = (broken: boolean): boolean | undefined => (isKnown ? broken : undefined)
  if (!isExit) {
    const stale = terms.some((term) => !term.fresh && (moved.includes(term) || term.before > 0n))
    checks.check(perhaps(stale), deny('policy-cage', 'CAGE_PRICE_UNAVAILABLE'))
  } else {
    const never = moved.some(({ down, price }) => down > 0n && price === 0n)
    checks.check(perhaps(never), deny('policy-cage', 'CAGE_PRICE_UNAVAILABLE'))
  }
  const paidUsdc = total((term) => term.value(term.paid, true))
  const loss = positive(
    total((term) => term.value(term.down, true)) - total((term) => term.value(term.up, false)),
  )
  const mostLoss =
    DUST_USDC +
    paidUsdc +
    total((term) => {
      const uncertain = term.fresh ? term.down : term.down + term.up
      return (
        (term.value(uncertain, false) * (term.fresh ? rules.maxLossBps : rules.maxStaleExitLossBps)) / BPS
      )
    })
  checks.check(perhaps(loss > mostLoss), deny('policy-cage', 'CAGE_VALUE_LOSS'))
  const sums = sumHours(state, now)
  const lost = positive(loss - paidUsdc)
  const gross = total((term) => term.value(term.out > term.down ? term.out : term.down, true))
  let spent = gross
  if (isExit) spent = least(gross, positive(rules.windowSpendCapUsdc - sums.spent))
  else {
    const found = [drawdown(opened.mark, nav(before)), drawdown(opened.mark, nav(after))]
    checks.check(
      perhaps(found.some((bps) => bps > rules.maxDrawdownBps)),
      deny('policy-cage', 'CAGE_DRAWDOWN'),
    )
    const tooSoon =
      state.lastRebalanceAt !== 0 && now < state.lastRebalanceAt + rules.minRebalanceIntervalSeconds
    checks.check(isRisk && tooSoon, deny('policy-cage', 'CAGE_REBALANCE_INTERVAL'))
    const isOverCap = terms.some(
      (term) => term.after > term.before && term.value(term.after, true) > term.capUsdc,
    )
    checks.check(perhaps(isOverCap), deny('policy-cage', 'CAGE_POSITION_CAP'))
    checks.check(
      perhaps(sums.spent + spent > rules.windowSpendCapUsdc),
      deny('policy-cage', 'CAGE_WINDOW_SPEND'),
    )
    checks.check(
      perhaps(lost > 0n && sums.lost + lost > rules.windowLossCapUsdc),
      deny('policy-cage', 'CAGE_WINDOW_LOSS'),
    )
  }
  const closed = observe(opened, isNavFresh(after) ? share(nav(after)) : undefined, now)
  const next = book({ ...state, ...(isRisk ? { lastRebalanceAt: now } : {}), isExact: isKnown }, closed, {
    spent,
    lost,
  })
  const outflow = isKnown ? exactly(gross) : { least: 0n, most: BEYOND }
  const held = [...state.unguarded.values()].flatMap(({ amount, at }) =>
    at + DAY_SECONDS > now ? [amount] : [],
  )
  return { verdicts: checks.verdicts(), outflow, unguarded: sum([...held, outflow]), next }

  function book(from: CageState, mark: Mark, window: { spent: bigint; lost: bigint } | undefined): CageState {
    const hours = new Map([...from.hours].filter(([hour]) => isHeld(hour, now)))
    if (window) {
      const hour = Math.floor(now / 3_600)
      const held = hours.get(hour) ?? { spent: 0n, lost: 0n }
      hours.set(hour, { spent: held.spent + window.spent, lost: held.lost + window.lost })
    }
    return {
      ...from,
      ...mark,
      hours,
      counted: new Map(terms.map((term) => [term.token, term.after])),
      lastPrice: new Map(terms.map((term) => [term.token, term.price])),
    }
  }
}

/** Remember what left without the guardian's signature. */
export function bookUnguarded(state: CageState, outflow: Interval, nowSeconds: number): CageState {
  const hour = Math.floor(nowSeconds / 3_600)
  // Nothing that leaves is no entry.
  if (outflow.most === 0n) return state
  const amount = sum([state.unguarded.get(hour)?.amount ?? exactly(0n), outflow])
  return { ...state, unguarded: new Map([...state.unguarded, [hour, { amount, at: nowSeconds }]]) }
}

const isHeld = (hour: number, now: number) => hour + HOURS > Math.floor(now / 3_600)

type Mark = Pick<CageState, 'mark' | 'candidate' | 'sampledAt' | 'samples'>

/** Raise the mark to the least of enough samples; a value that is not known changes nothing. */
function observe(before: Mark, value: bigint | undefined, now: number): Mark {
  const { mark, candidate, sampledAt, samples } = before
  const begin = (from: bigint): Mark => ({ mark: from, candidate: value ?? 0n, sampledAt: now, samples: 1 })
  const none = { candidate: 0n, sampledAt: 0, samples: 0 }
  if (value === undefined) return { mark, candidate, sampledAt, samples }
  if (value <= mark) return { mark, ...none }
  if (samples === 0 || now > sampledAt + MOST_GAP_SECONDS) return begin(mark)
  const lowest = least(candidate, value)
  if (now < sampledAt + LEAST_GAP_SECONDS) return { mark, candidate: lowest, sampledAt, samples }
  if (samples + 1 < SAMPLES) return { mark, candidate: lowest, sampledAt: now, samples: samples + 1 }
  return value > lowest ? begin(lowest) : { mark: lowest, ...none }
}

function sumHours({ hours }: CageState, now: number): { spent: bigint; lost: bigint } {
  let [spent, lost] = [0n, 0n]
  for (const [hour, entry] of hours) {
    if (!isHeld(hour, now)) continue
    spent += entry.spent
    lost += entry.lost
  }
  return { spent, lost }
}

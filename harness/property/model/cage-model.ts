import type { FeedFact } from './price-model.ts'
import type { Prediction } from './verdict.ts'
import { createGauntlet, deny } from './verdict.ts'

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
  readonly candidateSince: number
  readonly lastRebalanceAt: number
  /** Spend and loss by hour. */
  readonly hours: ReadonlyMap<number, { readonly spent: bigint; readonly lost: bigint }>
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
/** The mark rises only to what stood for half an hour. */
const TRIAL_SECONDS = 1_800
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

/** What the cage says of an action, and what it remembers if the action is carried out at that moment. */
export function judgeCage(
  rules: CageRules,
  state: CageState,
  effect: CageEffect,
  facts: {
    readonly nowSeconds: number
    readonly prices: Prices
    readonly wallet: ReadonlyMap<string, bigint>
  },
): { readonly verdicts: Prediction; readonly next: CageState } {
  const { nowSeconds: now, prices } = facts
  const gauntlet = createGauntlet()
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
  if (!isMoved) return { verdicts: gauntlet.verdicts(), next: book(state, opened, undefined) }

  const isKnown = state.isExact && effect.liquidity === undefined
  const perhaps = (broken: boolean): boolean | undefined => (isKnown ? broken : undefined)
  if (!isExit) {
    const stale = terms.some((term) => !term.fresh && (moved.includes(term) || term.before > 0n))
    gauntlet.check(perhaps(stale), deny('policy-cage', 'CAGE_PRICE_UNAVAILABLE'))
  } else {
    const never = moved.some(({ down, price }) => down > 0n && price === 0n)
    gauntlet.check(perhaps(never), deny('policy-cage', 'CAGE_PRICE_UNAVAILABLE'))
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
  gauntlet.check(perhaps(loss > mostLoss), deny('policy-cage', 'CAGE_VALUE_LOSS'))
  const sums = sumHours(state, now)
  const lost = positive(loss - paidUsdc)
  const gross = total((term) => term.value(term.out > term.down ? term.out : term.down, true))
  let spent = gross
  if (isExit) spent = least(gross, positive(rules.windowSpendCapUsdc - sums.spent))
  else {
    const found = [drawdown(opened.mark, nav(before)), drawdown(opened.mark, nav(after))]
    gauntlet.check(
      perhaps(found.some((bps) => bps > rules.maxDrawdownBps)),
      deny('policy-cage', 'CAGE_DRAWDOWN'),
    )
    const tooSoon =
      state.lastRebalanceAt !== 0 && now < state.lastRebalanceAt + rules.minRebalanceIntervalSeconds
    gauntlet.check(isRisk && tooSoon, deny('policy-cage', 'CAGE_REBALANCE_INTERVAL'))
    const isOverCap = terms.some(
      (term) => term.after > term.before && term.value(term.after, true) > term.capUsdc,
    )
    gauntlet.check(perhaps(isOverCap), deny('policy-cage', 'CAGE_POSITION_CAP'))
    gauntlet.check(
      perhaps(sums.spent + spent > rules.windowSpendCapUsdc),
      deny('policy-cage', 'CAGE_WINDOW_SPEND'),
    )
    gauntlet.check(
      perhaps(lost > 0n && sums.lost + lost > rules.windowLossCapUsdc),
      deny('policy-cage', 'CAGE_WINDOW_LOSS'),
    )
  }
  const closed = observe(opened, isNavFresh(after) ? share(nav(after)) : undefined, now)
  const next = book({ ...state, ...(isRisk ? { lastRebalanceAt: now } : {}), isExact: isKnown }, closed, {
    spent,
    lost,
  })
  return { verdicts: gauntlet.verdicts(), next }

  function book(from: CageState, mark: Mark, window: { spent: bigint; lost: bigint } | undefined): CageState {
    const hours = new Map([...from.hours].filter(([hour]) => hour + HOURS > Math.floor(now / 3_600)))
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

type Mark = Pick<CageState, 'mark' | 'candidate' | 'candidateSince'>

/** Raise the mark to the least value that stood for the whole trial; a value that is not known changes nothing. */
function observe({ mark, candidate, candidateSince }: Mark, value: bigint | undefined, now: number): Mark {
  const same = { mark, candidate, candidateSince }
  if (value === undefined) return same
  if (value <= mark) return { mark, candidate: 0n, candidateSince: 0 }
  if (candidate === 0n) return { mark, candidate: value, candidateSince: now }
  const lowest = least(candidate, value)
  if (now < candidateSince + TRIAL_SECONDS) return { ...same, candidate: lowest }
  return value > lowest
    ? { mark: lowest, candidate: value, candidateSince: now }
    : { mark: lowest, candidate: 0n, candidateSince: 0 }
}

function sumHours({ hours }: CageState, now: number): { spent: bigint; lost: bigint } {
  let [spent, lost] = [0n, 0n]
  for (const [hour, entry] of hours) {
    if (hour + HOURS <= Math.floor(now / 3_600)) continue
    spent += entry.spent
    lost += entry.lost
  }
  return { spent, lost }
}

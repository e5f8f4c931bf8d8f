import { sumHours, sumUnguarded } from '../model/cage/cage-ledger.ts'
import { NO_EFFECT } from '../model/cage/cage-rules.ts'
import { type CageTerm, ceilDiv, least, positive, readTerms } from '../model/cage/cage-terms.ts'
import type { Amount, Moment, Rate, Wait } from './draw-acts.ts'
import {
  type Asset,
  DECIMALS,
  FEED_DECIMALS,
  factsOf,
  type KnownCage,
  STALENESS_SECONDS,
} from './known-cage.ts'

const BPS = 10_000n
const DUST_USDC = 10_000n
const CENT_USDC = 10_000n
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** Each asset as the cage sees it. */
export function termsOf(known: KnownCage): Readonly<Record<Asset, CageTerm>> {
  const terms = readTerms(known.rules, known.state, NO_EFFECT, factsOf(known))
  return Object.fromEntries(terms.map((term) => [term.token, term])) as Record<Asset, CageTerm>
}

/** Units of an asset that a value buys at its price, rounded down. */
const unitsOf = ({ token, price }: CageTerm, usdc: bigint): bigint => {
  const unit = 10n ** BigInt(DECIMALS[token as Asset] + FEED_DECIMALS)
  return (positive(usdc) * unit) / (price * 1_000_000n)
}

/** Units of an asset that are worth some cents. */
export const unitsOfCents = (term: CageTerm, cents: number): bigint =>
  unitsOf(term, BigInt(cents) * CENT_USDC)

/** What of an asset its token can pay out. */
export const spendableOf = ({ wallet, nativeWei }: KnownCage, asset: Asset): bigint =>
  wallet[asset] - (asset === 'WETH' ? nativeWei : 0n)

/** Say how much of an asset goes. */
export function resolveAmount(known: KnownCage, asset: Asset, amount: Amount): bigint {
  const term = termsOf(known)[asset]
  if ('bps' in amount) return (spendableOf(known, asset) * BigInt(amount.bps)) / BPS
  if ('cents' in amount) return least(unitsOfCents(term, amount.cents), spendableOf(known, asset))
  const { rules, state, nowSeconds } = known
  const left =
    amount.within === 'lane'
      ? rules.hotLaneUsdc - sumUnguarded(state, nowSeconds).most
      : rules.windowSpendCapUsdc - sumHours(state, nowSeconds).spent
  return unitsOf(term, left + BigInt(amount.plus))
}

/** Say what is given and what comes for it. */
export function resolveTrade(
  known: KnownCage,
  [assetIn, assetOut]: readonly [Asset, Asset],
  amount: Amount,
  rate: Rate,
): { readonly amountIn: bigint; readonly amountOut: bigint } {
  const { [assetIn]: given, [assetOut]: got } = termsOf(known)
  if ('within' in amount && amount.within === 'cap' && !got.isBase) {
    const amountOut = positive(unitsOf(got, got.capUsdc + BigInt(amount.plus)) - got.before)
    return { amountIn: unitsOf(given, got.value(amountOut, true)), amountOut }
  }
  const amountIn = resolveAmount(known, assetIn, amount)
  if ('bps' in rate) {
    return { amountIn, amountOut: unitsOf(got, (given.value(amountIn, false) * BigInt(rate.bps)) / BPS) }
  }
  const { maxLossBps, maxStaleExitLossBps } = known.rules
  const bps = given.fresh ? maxLossBps : maxStaleExitLossBps
  const tolerated = DUST_USDC + (given.value(amountIn, false) * bps) / BPS
  const worth = positive(given.value(amountIn, true) - tolerated + BigInt(rate.plus))
  // The fewest units of that worth.
  const unit = 10n ** BigInt(DECIMALS[assetOut] + FEED_DECIMALS)
  return { amountIn, amountOut: ceilDiv(worth * unit, got.price * 1_000_000n) }
}

/** Say how long to wait. */
export function resolveWait(known: KnownCage, wait: Wait): number {
  if ('seconds' in wait) return wait.seconds
  return Math.max(0, momentOf(known, wait.until) + wait.plus - known.nowSeconds)
}

function momentOf({ rules, state, feeds, nowSeconds }: KnownCage, until: Moment): number {
  switch (until) {
    case 'interval':
      return state.lastRebalanceAt.most + rules.minRebalanceIntervalSeconds
    case 'sample':
      return (state.samples > 0 ? state.sampledAt : nowSeconds) + 300
    case 'silence':
      return (state.samples > 0 ? state.sampledAt : nowSeconds) + HOUR_SECONDS
    case 'lapse':
      return nextOf(nowSeconds, [
        ...[...state.hours.keys()].map((hour) => (hour + 25) * HOUR_SECONDS),
        ...[...state.unguarded.values()].map(({ at }) => at + DAY_SECONDS),
      ])
    case 'staleness':
      return nextOf(
        nowSeconds,
        Object.values(feeds).flatMap(({ updatedAtSeconds: at }) =>
          at === undefined ? [] : [at + STALENESS_SECONDS],
        ),
      )
  }
}

/** The first of some moments that is still to come, or this one. */
function nextOf(now: number, moments: readonly number[]): number {
  const coming = moments.filter((moment) => moment > now)
  return coming.length === 0 ? now : Math.min(...coming)
}

import type { FeedFact } from '../price-model.ts'
import type { CageAssetModel, CageEffect, CageRules, CageState } from './cage-rules.ts'

/** What a cage sees when an action is tried. */
export interface CageFacts {
  readonly nowSeconds: number
  readonly prices: ReadonlyMap<string, FeedFact | undefined>
  /** Balances of its assets, native currency among the wrapped; none of an asset that gives no answer. */
  readonly wallet: ReadonlyMap<string, bigint>
}

/** What an action does to one asset of the cage; all amounts but the last price are in the asset's base units. */
export interface CageTerm extends CageAssetModel {
  /** Whether its price may be used. */
  readonly fresh: boolean
  /** The price, or the last good one. */
  readonly price: bigint
  /** Whether it gives no answer, and something of it is booked. */
  readonly isUnread: boolean
  /** What is there, gifts among it, or was when it was booked; and what then stays. */
  readonly there: bigint
  readonly stays: bigint
  readonly before: bigint
  readonly after: bigint
  /** What leaves, whatever comes back. */
  readonly out: bigint
  /** What less there is in the end, and what more. */
  readonly down: bigint
  readonly up: bigint
  /** What goes to an approved recipient. */
  readonly paid: bigint
  /** What another may take later. */
  readonly pledged: bigint
  /** Value of an amount in USDC base units. */
  value(amount: bigint, up: boolean): bigint
}

/** A price may be used from zero seconds of age to its staleness, both included. */
const isFresh = (feed: FeedFact | undefined, now: number): feed is FeedFact =>
  feed !== undefined &&
  feed.answer > 0n &&
  feed.answer < 2n ** 96n &&
  feed.updatedAtSeconds > 0 &&
  feed.updatedAtSeconds <= now &&
  now - feed.updatedAtSeconds <= feed.maxStalenessSeconds

export const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
export const positive = (a: bigint): bigint => (a > 0n ? a : 0n)
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Say what an action does to each asset: gifts stay outside the books, and what gives no answer is as it was booked. */
export const readTerms = (
  rules: CageRules,
  state: CageState,
  effect: CageEffect,
  { nowSeconds, prices, wallet }: CageFacts,
): readonly CageTerm[] =>
  rules.assets.map((asset) => {
    const { token } = asset
    const amountOf = (amounts: ReadonlyMap<string, bigint>) => amounts.get(token) ?? 0n
    const feed = prices.get(token)
    const fresh = isFresh(feed, nowSeconds)
    const price = fresh ? feed.answer : (state.lastPrice.get(token) ?? 0n)
    const unit = 10n ** BigInt(asset.decimals + (feed?.decimals ?? 8))
    const found = wallet.get(token)
    const there = found ?? state.seen.get(token) ?? 0n
    const before = least(state.counted.get(token) ?? 0n, there)
    // Of what gives no answer nobody sees how it moves.
    const [out, came] = found === undefined ? [0n, 0n] : [amountOf(effect.out), amountOf(effect.in)]
    const net = came - out
    return {
      ...asset,
      fresh,
      price,
      isUnread: found === undefined && there > 0n,
      there,
      stays: there + net,
      before,
      after: positive(before + net),
      out,
      down: positive(-net),
      up: positive(net),
      paid: amountOf(effect.paid),
      pledged: effect.pledged?.token === token ? effect.pledged.amount : 0n,
      value: (amount, up) =>
        up ? ceilDiv(amount * price * 1_000_000n, unit) : (amount * price * 1_000_000n) / unit,
    }
  })

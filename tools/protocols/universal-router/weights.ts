import { scaleTo18, type UsdPrice } from '../../kit/usd-price.ts'

/** What is held of a token, and its price. */
export interface Holding {
  readonly balance: bigint
  readonly decimals: number
  readonly price: Pick<UsdPrice, 'answer' | 'decimals'>
}

/** A trade between two of the holdings, by their places. */
export interface MatchedTrade {
  readonly sold: number
  readonly bought: number
  readonly amountIn: bigint
}

const BPS = 10_000n

/**
 * Match what holdings have above their weights with what others have below, the largest first: at most one trade fewer
 * than there are holdings. A holding within the band of its weight takes no part, and nothing is sold beyond its surplus.
 */
export function matchTrades(
  holdings: readonly Holding[],
  weightsBps: readonly number[],
  bandBps: number,
): MatchedTrade[] {
  const values = holdings.map(
    ({ balance, decimals, price }) => (balance * scaleTo18(price)) / 10n ** BigInt(decimals),
  )
  const total = values.reduce((sum, value) => sum + value, 0n)
  const band = (total * BigInt(bandBps)) / BPS
  const offs = values
    .map((value, place) => ({ place, off: value - (total * BigInt(weightsBps[place] ?? 0)) / BPS }))
    .filter(({ off }) => (off < 0n ? -off : off) > band)
  const descending = (a: { off: bigint }, b: { off: bigint }) => (a.off > b.off ? -1 : a.off < b.off ? 1 : 0)
  const above = offs.filter(({ off }) => off > 0n).sort(descending)
  const below = offs
    .filter(({ off }) => off < 0n)
    .map(({ place, off }) => ({ place, off: -off }))
    .sort(descending)
  const trades: MatchedTrade[] = []
  for (let [sell, buy] = [0, 0]; sell < above.length && buy < below.length; ) {
    const [from, to] = [above[sell], below[buy]]
    if (from === undefined || to === undefined) break
    const value = from.off < to.off ? from.off : to.off
    const amountIn = toAmount(holdings[from.place] as Holding, value)
    if (amountIn > 0n) trades.push({ sold: from.place, bought: to.place, amountIn })
    from.off -= value
    to.off -= value
    if (from.off === 0n) sell += 1
    if (to.off === 0n) buy += 1
  }
  return trades
}

/** Amount of a token that is worth so much, in USD scaled by 10^18, rounded down. */
const toAmount = ({ decimals, price }: Holding, value: bigint): bigint =>
  (value * 10n ** BigInt(decimals)) / scaleTo18(price)

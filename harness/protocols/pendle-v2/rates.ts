/** A market and the SY that it trades, at one moment. */
export interface MarketMoment {
  readonly totalPt: bigint
  readonly totalSy: bigint
  readonly totalLp: bigint
  /** Logarithms of the yield a year, 18 decimals: as the last trade left it, and its average over half an hour. */
  readonly lastLn: bigint
  readonly averageLn: bigint
  readonly scalarRoot: bigint
  /** Until maturity; none or less from then on. */
  readonly secondsLeft: bigint
  /** Assets for one SY, 18 decimals: now, and the highest that it ever had. */
  readonly syIndex: bigint
  readonly pyIndex: bigint
}

/** Assets for one token, 9 decimals. */
export interface Rates {
  readonly pt: bigint
  readonly yt: bigint
  readonly lp: bigint
}

const WAD = 10n ** 18n
const UNIT = 1e18
const YEAR_SECONDS = 31_536_000
/** A rate is told by its first nine decimals. */
const DROPPED = 10n ** 9n

const toNumber = (wad: bigint) => Number(wad) / UNIT

/** What PT cost by a logarithm of the yield a year: e^(ln × time / year) ("V2 AMM", implied rate). */
const priceOfAsset = (ln: bigint, secondsLeft: bigint) =>
  Math.exp((toNumber(ln) * Number(secondsLeft)) / YEAR_SECONDS)

/**
 * What a market and its liquidity come to in assets, once a trade brought the rate to its average: along the curve
 * `rate = ln(PT / assets) / scalar + anchor` (Pendle's "V2 AMM" paper), priced at the average.
 */
function worthOfMarket(market: MarketMoment, assets: number): number {
  const { totalPt, lastLn, averageLn, secondsLeft, scalarRoot } = market
  const principal = toNumber(totalPt)
  if (secondsLeft <= 0n) return principal + assets
  const scalar = (toNumber(scalarRoot) * YEAR_SECONDS) / Number(secondsLeft)
  const [last, average] = [priceOfAsset(lastLn, secondsLeft), priceOfAsset(averageLn, secondsLeft)]
  const anchor = last - Math.log(principal / assets) / scalar
  const proportion = Math.exp(scalar * (average - anchor))
  const between = (last + average) / 2
  const traded = (proportion * assets - principal) / (1 + proportion / between)
  return assets - traded / between + (principal + traded) / average
}

/** Work out what PT, YT and LP are worth. After a loss of SY all of them bear it. */
export function toRates(market: MarketMoment): Rates {
  const { totalSy, totalLp, averageLn, secondsLeft, syIndex, pyIndex } = market
  const bear = (wad: bigint) => (syIndex < pyIndex ? (wad * syIndex) / pyIndex : wad) / DROPPED
  const principal = secondsLeft <= 0n ? WAD : BigInt(Math.round(UNIT / priceOfAsset(averageLn, secondsLeft)))
  const assets = toNumber((totalSy * pyIndex) / WAD)
  const liquidity = worthOfMarket(market, assets) / toNumber(totalLp)
  return { pt: bear(principal), yt: bear(WAD - principal), lp: bear(BigInt(Math.round(liquidity * UNIT))) }
}

/** What SY is worth: 9 decimals. */
export const toSyRate = (syIndex: bigint): bigint => syIndex / DROPPED

/** What so many are worth at a rate. */
export const toWorth = (units: bigint, rate: bigint): bigint => (units * rate) / DROPPED

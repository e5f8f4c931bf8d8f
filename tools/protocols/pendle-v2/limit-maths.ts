const WAD = 10n ** 18n
const YEAR_SECONDS = 31_536_000n
/** 36 decimals, so that what is dropped on the way never reaches the 18th. */
const FINE = 10n ** 36n
/** The largest exponent that Pendle takes (`LogExpMath.MAX_NATURAL_EXPONENT`). */
const MAX_EXPONENT_WAD = 130n * WAD

/** What a maker gives and wants, as the router numbers it (`IPLimitRouter.OrderType`). */
export const ORDER_SIDES = [
  { gives: 'sy', wants: 'pt' },
  { gives: 'pt', wants: 'sy' },
  { gives: 'sy', wants: 'yt' },
  { gives: 'yt', wants: 'sy' },
] as const

/** One of `ORDER_SIDES`. */
export type OrderSide = (typeof ORDER_SIDES)[number]

/** What a fill follows from. Rates are logarithms a year, the index assets for one SY, all of 18 decimals. */
export interface FillTerms {
  readonly side: OrderSide
  /** What is taken of the maker, base units: of SY, PT or YT. */
  readonly making: bigint
  readonly lnImpliedRate: bigint
  readonly lnFeeRate: bigint
  readonly pyIndex: bigint
  /** Until maturity. */
  readonly secondsLeft: bigint
}

/** What who fills pays and gets, base units; what they differ by from what the maker gets and gives is the fee. */
export interface Fill {
  readonly pays: bigint
  readonly gets: bigint
}

/** e^x for x ≥ 0, 18 decimals each, rounded down: the power series, to terms below 36 decimals. */
export function exponentialWad(exponentWad: bigint): bigint {
  let [sum, term] = [FINE, FINE]
  for (let n = 1n; term > 0n; n++) {
    term = (term * exponentWad) / (n * WAD)
    sum += term
  }
  return sum / WAD
}

/** What PT costs by a rate: `e^(rate × time / a year)` (`MarketMathCore._getExchangeRateFromImpliedRate`). */
function exchangeRateOf(lnRate: bigint, secondsLeft: bigint): bigint | undefined {
  const exponent = (lnRate * secondsLeft) / YEAR_SECONDS
  return exponent > MAX_EXPONENT_WAD ? undefined : exponentialWad(exponent)
}

/**
 * What filling an order comes to (`LimitMathCore.calcBatch` and `LimitRouterBase.fill` of @pendle/core-v2, rounded as they
 * do); undefined where the router reverts: for nothing, at a rate beyond its maths, or for YT at no yield.
 */
export function fillOf({
  side,
  making,
  lnImpliedRate,
  lnFeeRate,
  pyIndex,
  secondsLeft,
}: FillTerms): Fill | undefined {
  const rate = exchangeRateOf(lnImpliedRate, secondsLeft)
  const feeRate = exchangeRateOf(lnFeeRate, secondsLeft)
  if (rate === undefined || feeRate === undefined) return undefined
  const [yieldRate, feeShare] = [rate - WAD, feeRate - WAD]
  const isOfYield = side.gives === 'yt' || side.wants === 'yt'
  if (isOfYield && yieldRate === 0n) return undefined
  if (side.gives === 'sy') {
    const assets = (making * pyIndex) / WAD
    const pays = isOfYield ? (assets * rate) / yieldRate : (assets * rate) / WAD
    const gets = making - (making * feeShare) / (isOfYield ? yieldRate : feeRate)
    return pays === 0n || gets < 0n ? undefined : { pays, gets }
  }
  const assets = isOfYield ? (making * yieldRate) / rate : (making * WAD) / rate
  const taking = (assets * WAD) / pyIndex
  const fee = isOfYield ? (((taking * feeShare) / feeRate) * WAD) / yieldRate : (taking * feeShare) / WAD
  return taking === 0n ? undefined : { pays: taking + fee, gets: making }
}

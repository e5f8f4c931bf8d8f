import { formatUnits } from 'viem'

const YEAR_SECONDS = 31_536_000
const DAY_SECONDS = 86_400
const WAD = 1e18
const DECIMALS = 6

/** A rate or a price as decimal text, to a millionth; rates tell, amounts never come of them. */
const toText = (rate: number): string => rate.toFixed(DECIMALS)

/** Yield a year, compounded, of a logarithm of 18 decimals: `exp(lnImpliedRate) − 1` (MarketMathCore.sol). */
export const toApy = (lnImpliedRate: bigint): string => toText(Math.expm1(Number(lnImpliedRate) / WAD))

/** Yield a year, compounded, of what a PT costs: `exchangeRate ^ (a year / time to maturity) − 1`; 18 decimals. */
export const apyOfExchangeRate = (exchangeRate: bigint, secondsLeft: bigint): string =>
  toText((Number(exchangeRate) / WAD) ** (YEAR_SECONDS / Number(secondsLeft)) - 1)

/** Assets that a PT costs at a rate: `1 / exp(lnImpliedRate × time to maturity / a year)`; one at maturity. */
export function priceOfPrincipal(lnImpliedRate: bigint, secondsLeft: bigint): { pt: string; yt: string } {
  const pt = Math.exp((-(Number(lnImpliedRate) / WAD) * Number(secondsLeft)) / YEAR_SECONDS)
  return { pt: toText(pt), yt: toText(1 - pt) }
}

/** Days, to a millionth. */
export const toDays = (seconds: bigint): string => toText(Number(seconds) / DAY_SECONDS)

/** Write a rate of 18 decimals with all of its digits. */
export const exactOfWad = (rate: bigint): string => formatUnits(rate, 18)

/** Write a rate of 18 decimals. */
export const ofWad = (rate: bigint): string => toText(Number(rate) / WAD)

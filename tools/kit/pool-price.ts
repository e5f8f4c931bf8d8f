import type { TokenInfo } from '../core/address-book.ts'
import { ToolError } from '../core/errors.ts'
import { MAX_SQRT_RATIO, MIN_SQRT_RATIO, squareRoot } from './concentrated-liquidity.ts'
import { divideUp } from './divide-up.ts'

/** Form of a price, a decimal string. */
export const PRICE_PATTERN = '^(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40})?$'

/** Significant digits to which prices are reported. */
const SIGNIFICANT_DIGITS = 12

const Q192 = 1n << 192n
const FEE_DENOMINATOR = 1_000_000n

/** Render a quotient as a decimal string of 12 significant digits, rounded down; never in exponent notation. */
export function renderRatio(numerator: bigint, denominator: bigint): string {
  if (numerator === 0n || denominator === 0n) return '0'
  // One digit more than needed may come out, which the cut below removes.
  const magnitude = numerator.toString().length - denominator.toString().length
  const shift = SIGNIFICANT_DIGITS - magnitude
  const scaled =
    shift >= 0
      ? (numerator * 10n ** BigInt(shift)) / denominator
      : numerator / (denominator * 10n ** BigInt(-shift))
  const digits = scaled.toString()
  const excess = Math.max(0, digits.length - SIGNIFICANT_DIGITS)
  const kept = digits.slice(0, digits.length - excess)
  const point = shift - excess
  if (point <= 0) return kept + '0'.repeat(-point)
  const padded = kept.padStart(point + 1, '0')
  return `${padded.slice(0, -point)}.${padded.slice(-point)}`.replace(/\.?0+$/, '')
}

type Decimals = Pick<TokenInfo, 'decimals'>

/** Render the price of one whole token0 in whole token1 at a square-root price. */
export const renderPoolPrice = (sqrtPriceX96: bigint, token0: Decimals, token1: Decimals): string =>
  renderRatio(sqrtPriceX96 ** 2n * 10n ** BigInt(token0.decimals), Q192 * 10n ** BigInt(token1.decimals))

/** Render the price of one whole token1 in whole token0 at a square-root price. */
export const renderInversePoolPrice = (sqrtPriceX96: bigint, token0: Decimals, token1: Decimals): string =>
  renderRatio(Q192 * 10n ** BigInt(token1.decimals), sqrtPriceX96 ** 2n * 10n ** BigInt(token0.decimals))

/** Render how many whole tokens out one whole token in brought. */
export const renderExecutionPrice = (
  amountIn: bigint,
  tokenIn: Decimals,
  amountOut: bigint,
  tokenOut: Decimals,
): string =>
  renderRatio(amountOut * 10n ** BigInt(tokenIn.decimals), amountIn * 10n ** BigInt(tokenOut.decimals))

/**
 * Parse a price of one whole token in whole other tokens into a square-root price of the pool.
 *
 * @throws ToolError INVALID_PARAMS when no pool can have that price
 */
export function parsePrice(
  price: string,
  {
    base,
    quote,
    baseIsToken0,
    path,
  }: { base: Decimals; quote: Decimals; baseIsToken0: boolean; path: string },
): bigint {
  const [whole = '0', fraction = ''] = price.split('.')
  const numerator = BigInt(whole + fraction) * 10n ** BigInt(quote.decimals)
  const denominator = 10n ** BigInt(fraction.length + base.decimals)
  const [above, below] = baseIsToken0 ? [numerator, denominator] : [denominator, numerator]
  const sqrtPriceX96 = below === 0n ? MAX_SQRT_RATIO : squareRoot((above * Q192) / below)
  if (sqrtPriceX96 < MIN_SQRT_RATIO || sqrtPriceX96 >= MAX_SQRT_RATIO) {
    throw new ToolError('INVALID_PARAMS', { path, problem: `no pool can have the price ${price}` })
  }
  return sqrtPriceX96
}

/** One pool that a trade passed, with its price before. */
export interface Hop {
  readonly feeTier: number
  readonly sqrtPriceX96: bigint
  readonly zeroForOne: boolean
}

/**
 * How far a trade's price lies behind the pools' prices before it, in basis points rounded up. The pools' fees
 * do not count.
 */
export function computePriceImpactBps(amountIn: bigint, amountOut: bigint, hops: readonly Hop[]): number {
  let numerator = amountIn
  let denominator = 1n
  for (const { feeTier, sqrtPriceX96, zeroForOne } of hops) {
    const square = sqrtPriceX96 ** 2n
    numerator *= (FEE_DENOMINATOR - BigInt(feeTier)) * (zeroForOne ? square : Q192)
    denominator *= FEE_DENOMINATOR * (zeroForOne ? Q192 : square)
  }
  const shortfall = numerator - amountOut * denominator
  return shortfall <= 0n || numerator === 0n ? 0 : Number(divideUp(shortfall * 10_000n, numerator))
}

import { isAddressEqual } from 'viem'
import type { TokenInfo } from '../core/address-book.ts'
import { ToolError } from '../core/errors.ts'
import { Type } from '../core/schema.ts'

/** A price above zero as a decimal string. */
export const PriceSchema = Type.String({
  pattern: '^(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?$',
  description: 'whole units of tokenB for one whole unit of tokenA, as a decimal string',
})

/** Bounds of Uniswap V3's TickMath: the lower is allowed, the upper is not. */
const MIN_SQRT_RATIO = 4_295_128_739n
const MAX_SQRT_RATIO = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

/** Whether token A is the pool's token0, the one with the smaller address. */
export const isSorted = (tokenA: TokenInfo, tokenB: TokenInfo): boolean =>
  BigInt(tokenA.address) < BigInt(tokenB.address)

/** Take a decimal string apart into an integer and a power of ten to divide it by. */
export function parseDecimal(text: string): { readonly numerator: bigint; readonly denominator: bigint } {
  const [whole = '0', fraction = ''] = text.split('.')
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) }
}

/**
 * Turn a price of token A in token B into a pool's sqrtPriceX96, rounded down:
 * sqrt(base units of token1 per base unit of token0) × 2^96 (Uniswap V3 whitepaper, 6.2.1).
 *
 * @throws ToolError INVALID_PARAMS, SAME_TOKEN
 */
export function toSqrtPriceX96(tokenA: TokenInfo, tokenB: TokenInfo, price: string): bigint {
  if (isAddressEqual(tokenA.address, tokenB.address))
    throw new ToolError('SAME_TOKEN', { token: tokenA.symbol })
  const { numerator, denominator } = parseDecimal(price)
  const unitsOfB = numerator * 10n ** BigInt(tokenB.decimals)
  const unitsOfA = denominator * 10n ** BigInt(tokenA.decimals)
  const [top, bottom] = isSorted(tokenA, tokenB) ? [unitsOfB, unitsOfA] : [unitsOfA, unitsOfB]
  const sqrtPriceX96 = bottom === 0n ? 0n : integerSqrt((top << 192n) / bottom)
  if (sqrtPriceX96 < MIN_SQRT_RATIO || sqrtPriceX96 >= MAX_SQRT_RATIO) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/price',
      problem: `${price} is outside of what a pool can hold`,
    })
  }
  return sqrtPriceX96
}

/** Largest integer whose square is not above a value (Newton's method). */
export function integerSqrt(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

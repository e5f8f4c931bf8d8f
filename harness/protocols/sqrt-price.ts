/** Bounds of a pool's square-root price (v3-core `TickMath.sol`); the upper one is not reached. */
const MIN_SQRT_PRICE = 4_295_128_739n
const MAX_SQRT_PRICE = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

/**
 * Turn a price, as base units of token1 for base units of token0, into a pool's square-root price.
 *
 * @returns undefined when no pool can have that price
 */
export function toSqrtPriceX96(amount1: bigint, amount0: bigint): bigint | undefined {
  if (amount0 === 0n) return undefined
  const sqrtPriceX96 = squareRoot((amount1 << 192n) / amount0)
  return sqrtPriceX96 < MIN_SQRT_PRICE || sqrtPriceX96 >= MAX_SQRT_PRICE ? undefined : sqrtPriceX96
}

const MAX_UINT256 = 2n ** 256n - 1n

/**
 * 1.0001^(−2^i / 2) with 128 binary places, rounded to nearest: what square-root prices of ticks are multiplied from
 * (Uniswap V3 whitepaper, 6.1; v3-core `TickMath.sol`).
 */
const FACTORS = listFactors()

function listFactors(): bigint[] {
  // Each squaring doubles the error of the one before: 2^−512 stays far below the 128 places that are kept.
  const places = 512n
  let power = (10_000n << places) / 10_001n
  return Array.from({ length: 20 }, () => {
    const factor = (squareRoot(power >> (places - 258n)) + 1n) / 2n
    power = (power * power) >> places
    return factor
  })
}

/** The square-root price of a tick, with 96 binary places, rounded up. */
export function sqrtPriceOf(tick: number): bigint {
  const below = FACTORS.reduce(
    (product, factor, bit) => ((Math.abs(tick) >> bit) & 1 ? (product * factor) >> 128n : product),
    1n << 128n,
  )
  const ratio = tick > 0 ? MAX_UINT256 / below : below
  return (ratio + (1n << 32n) - 1n) >> 32n
}

/** Integer square root by Newton's method, rounded down. */
export function squareRoot(value: bigint): bigint {
  let root = value
  for (let next = (root + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}

/**
 * What liquidity holds at the price of two feeds, rounded down (Uniswap V3 whitepaper, 6.2.1). All of it is in a token
 * that has no price, which is worth nothing then.
 */
export function amountsAt(
  [price0, price1]: readonly [bigint, bigint],
  ticks: readonly [number, number],
  liquidity: bigint,
): [bigint, bigint] {
  const [least, most] = ticks.map(sqrtPriceOf) as [bigint, bigint]
  const asked = price0 === 0n ? least : price1 === 0n ? most : squareRoot((price0 << 192n) / price1)
  const root = asked < least ? least : asked > most ? most : asked
  return [((liquidity << 96n) * (most - root)) / most / root, (liquidity * (root - least)) >> 96n]
}

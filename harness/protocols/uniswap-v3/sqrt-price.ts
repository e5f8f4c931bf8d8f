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

/** Integer square root by Newton's method. */
function squareRoot(value: bigint): bigint {
  let root = value
  for (let next = (root + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}

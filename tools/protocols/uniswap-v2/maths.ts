import { squareRoot } from '../../kit/concentrated-liquidity.ts'
import { divideUp } from '../../kit/divide-up.ts'

/** What a pair holds of both tokens, in its order or in that of a trade. */
export type Reserves = readonly [bigint, bigint]

/** Of 1 000 that go in, so many trade: the fee is 0.3 % (v2-core `UniswapV2Pair.swap`). */
const TRADED = 997n
const WHOLE = 1_000n

/** What an exact input brings out of a pair (v2-periphery `UniswapV2Library.getAmountOut`). */
export function getAmountOut(amountIn: bigint, [reserveIn, reserveOut]: Reserves): bigint {
  const traded = amountIn * TRADED
  return (traded * reserveOut) / (reserveIn * WHOLE + traded)
}

/**
 * What an exact output costs; undefined where the pair does not hold that much (v2-periphery
 * `UniswapV2Library.getAmountIn`).
 */
export function getAmountIn(amountOut: bigint, [reserveIn, reserveOut]: Reserves): bigint | undefined {
  if (amountOut >= reserveOut) return undefined
  return (reserveIn * amountOut * WHOLE) / ((reserveOut - amountOut) * TRADED) + 1n
}

/** How much of the second token is worth an amount of the first at the reserves (`UniswapV2Library.quote`). */
export const quoteAtReserves = (amount: bigint, [reserve, other]: Reserves): bigint =>
  (amount * other) / reserve

/** The most of both budgets that a pair takes as liquidity (v2-periphery `UniswapV2Router02._addLiquidity`). */
export function fitToReserves([most0, most1]: Reserves, reserves: Reserves): Reserves {
  const needed1 = quoteAtReserves(most0, reserves)
  if (needed1 <= most1) return [most0, needed1]
  // The router fits the second to the first once more.
  const amount0 = quoteAtReserves(most1, [reserves[1], reserves[0]])
  return [amount0, quoteAtReserves(amount0, reserves)]
}

/** One token of a pair turned into liquidity, in the order of the trade. */
export interface Zap {
  /** What is bought of the other token, all of which goes in. */
  readonly bought: bigint
  /** What it costs, and what goes in beside it. */
  readonly cost: bigint
  readonly beside: bigint
  /** Reserves between the trade and the deposit. */
  readonly reserves: Reserves
}

/**
 * Find the most that can be bought in a pair so that its cost and what goes in beside it stay within a budget, were
 * either to rise as far as `most` says. Without such a margin what is traded is the root of
 * 997·s² + 1997·r·s = 1000·r·a for a reserve r and a budget a (from `UniswapV2Library.getAmountIn` and `quote`).
 */
export function zapWithin(budget: bigint, reserves: Reserves, most: (amount: bigint) => bigint): Zap {
  const buy = (bought: bigint): Zap | undefined => {
    const cost = getAmountIn(bought, reserves)
    if (cost === undefined) return undefined
    const after = [reserves[0] + cost, reserves[1] - bought] as const
    const beside = quoteAtReserves(bought, [after[1], after[0]])
    return most(cost) + most(beside) <= budget ? { bought, cost, beside, reserves: after } : undefined
  }
  let best: Zap = { bought: 0n, cost: 0n, beside: 0n, reserves }
  let tooMuch = reserves[1]
  while (tooMuch - best.bought > 1n) {
    const middle = (best.bought + tooMuch) / 2n
    const zap = buy(middle)
    if (zap === undefined) tooMuch = middle
    else best = zap
  }
  return best
}

/** The supply of a pair's liquidity and the product of its reserves when it last changed; 0 while no fee is due. */
export interface Supply {
  readonly total: bigint
  readonly kLast: bigint
  /** Whether the factory sends a sixth of the growth to somebody. */
  readonly isFeeOn: boolean
}

/** The supply after the protocol's share was minted, as each deposit and withdrawal does first (`UniswapV2Pair._mintFee`). */
export function supplyWithFee([reserve0, reserve1]: Reserves, { total, kLast, isFeeOn }: Supply): bigint {
  if (!isFeeOn || kLast === 0n) return total
  const [root, rootLast] = [squareRoot(reserve0 * reserve1), squareRoot(kLast)]
  return root > rootLast ? total + (total * (root - rootLast)) / (root * 5n + rootLast) : total
}

/** Liquidity that a deposit brings (`UniswapV2Pair.mint`); the supply has the fee in it. */
export function liquidityOf(
  [amount0, amount1]: Reserves,
  [reserve0, reserve1]: Reserves,
  supply: bigint,
): bigint {
  const [by0, by1] = [(amount0 * supply) / reserve0, (amount1 * supply) / reserve1]
  return by0 < by1 ? by0 : by1
}

/** What liquidity gives back of all that a pair has (`UniswapV2Pair.burn`); the supply has the fee in it. */
export const amountsOf = (liquidity: bigint, [holds0, holds1]: Reserves, supply: bigint): Reserves => [
  (liquidity * holds0) / supply,
  (liquidity * holds1) / supply,
]

/**
 * How far a trade's price lies behind the pairs' prices before it, in basis points rounded up; their fees do not count.
 * Each hop's reserves are in the order of the trade.
 */
export function computePriceImpactBps(
  amountIn: bigint,
  amountOut: bigint,
  hops: readonly Reserves[],
): number {
  const { fair, scale } = hops.reduce(
    (product, [reserveIn, reserveOut]) => ({
      fair: product.fair * TRADED * reserveOut,
      scale: product.scale * WHOLE * reserveIn,
    }),
    { fair: amountIn, scale: 1n },
  )
  const shortfall = fair - amountOut * scale
  return shortfall <= 0n || fair === 0n ? 0 : Number(divideUp(shortfall * 10_000n, fair))
}

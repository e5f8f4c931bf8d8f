import { type SwapCurve, swapAlong } from './swap-curve.ts'

/** A round through two pools: token1 buys token0 in one, which the other one takes for token1. */
export interface ArbitrageRound {
  readonly amountIn1: bigint
  readonly amount0: bigint
  readonly amountOut1: bigint
  readonly profit1: bigint
}

const play = (cheap: SwapCurve, dear: SwapCurve, amountIn1: bigint): ArbitrageRound => {
  const amount0 = swapAlong(cheap, false, { amountIn: amountIn1 }).amountOut
  const amountOut1 = amount0 === 0n ? 0n : swapAlong(dear, true, { amountIn: amount0 }).amountOut
  return { amountIn1, amount0, amountOut1, profit1: amountOut1 - amountIn1 }
}

/**
 * Find the round that brings the most. What a round brings is concave in what goes in, since each pool's price gets worse
 * with every unit (Angeris, Chitra, 2020, *Improved Price Oracles: Constant Function Market Makers*): thirds of the
 * interval that cannot hold the best are cut off until nothing is left.
 */
export function findBestRound(cheap: SwapCurve, dear: SwapCurve): ArbitrageRound {
  // Beyond the dear pool's price the cheap one is cheap no longer.
  let most = swapAlong(cheap, false, { sqrtLimitX96: dear.sqrtPriceX96 }).amountIn
  let least = 0n
  while (most - least > 2n) {
    const third = (most - least) / 3n
    const [lower, upper] = [least + third, most - third]
    if (play(cheap, dear, lower).profit1 < play(cheap, dear, upper).profit1) least = lower
    else most = upper
  }
  return play(cheap, dear, (least + most) / 2n)
}

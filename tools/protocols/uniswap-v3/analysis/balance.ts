import {
  getAmountsForLiquidity,
  getLiquidityForAmounts,
  type SqrtRange,
  type TokenAmounts,
} from '../../../kit/concentrated-liquidity.ts'
import { type SwapCurve, swapAlong } from './swap-curve.ts'

/** More of a token than any range can take: it does not bound a liquidity then. */
const NO_BOUND = 2n ** 128n - 1n

/** Holdings after the swap that makes the most liquidity of them. */
export interface BalancedHoldings {
  /** Undefined when nothing has to be swapped. */
  readonly swap:
    | { readonly zeroForOne: boolean; readonly amountIn: bigint; readonly amountOut: bigint }
    | undefined
  readonly sqrtPriceX96: bigint
  readonly holdings: TokenAmounts
}

/** Liquidity that one of the tokens alone would pay for; without a bound where the range takes none of it. */
const liquidityOf = (sqrtPriceX96: bigint, range: SqrtRange, amount: bigint, isToken0: boolean) =>
  getLiquidityForAmounts(
    sqrtPriceX96,
    range,
    isToken0 ? { amount0: amount, amount1: NO_BOUND } : { amount0: NO_BOUND, amount1: amount },
  )

/**
 * Find the swap in a range's own pool after which holdings buy the most liquidity in it: as much of the token of which
 * there is too much as leaves both of them paying for the same (v3-periphery `LiquidityAmounts.getLiquidityForAmounts`).
 * What is swapped moves the price, and with it what the range takes.
 */
export function balanceForRange(
  curve: SwapCurve,
  range: SqrtRange,
  holdings: TokenAmounts,
): BalancedHoldings {
  const { sqrtPriceX96 } = curve
  const takes = getAmountsForLiquidity(sqrtPriceX96, range, NO_BOUND, true)
  const zeroForOne =
    takes.amount0 === 0n ||
    (takes.amount1 !== 0n &&
      liquidityOf(sqrtPriceX96, range, holdings.amount0, true) >
        liquidityOf(sqrtPriceX96, range, holdings.amount1, false))
  const held = zeroForOne ? holdings.amount0 : holdings.amount1
  const play = (amountIn: bigint) => {
    const swap = swapAlong(curve, zeroForOne, { amountIn })
    const left = zeroForOne
      ? { amount0: holdings.amount0 - amountIn, amount1: holdings.amount1 + swap.amountOut }
      : { amount0: holdings.amount0 + swap.amountOut, amount1: holdings.amount1 - amountIn }
    return { swap, left, sqrtPriceX96: swap.curve.sqrtPriceX96 }
  }
  const hasTooMuch = (amountIn: bigint) => {
    const { swap, left, sqrtPriceX96: at } = play(amountIn)
    if (!swap.isComplete) return false
    const [sold, bought] = zeroForOne ? [left.amount0, left.amount1] : [left.amount1, left.amount0]
    return (
      takesNone(at, range, zeroForOne) ||
      liquidityOf(at, range, sold, zeroForOne) >= liquidityOf(at, range, bought, !zeroForOne)
    )
  }
  let [least, most] = [0n, held + 1n]
  while (most - least > 1n) {
    const middle = (least + most) / 2n
    if (hasTooMuch(middle)) least = middle
    else most = middle
  }
  const { swap, left, sqrtPriceX96: after } = play(least)
  if (least === 0n || swap.amountOut === 0n) return { swap: undefined, sqrtPriceX96, holdings }
  return {
    swap: { zeroForOne, amountIn: least, amountOut: swap.amountOut },
    sqrtPriceX96: after,
    holdings: left,
  }
}

/** Whether a range takes nothing of a token at a price. */
const takesNone = (sqrtPriceX96: bigint, range: SqrtRange, isToken0: boolean): boolean =>
  isToken0 ? sqrtPriceX96 >= range.sqrtUpperX96 : sqrtPriceX96 <= range.sqrtLowerX96

/** A curve once liquidity of a range was taken out of it; a tick that nothing else begins or ends at is none any more. */
export function withoutLiquidity(
  curve: SwapCurve,
  {
    tickLower,
    tickUpper,
    liquidity,
  }: { readonly tickLower: number; readonly tickUpper: number; readonly liquidity: bigint },
): SwapCurve {
  const isActive = curve.tick >= tickLower && curve.tick < tickUpper
  return {
    ...curve,
    liquidity: isActive ? curve.liquidity - liquidity : curve.liquidity,
    ticks: curve.ticks
      .map((entry) => {
        if (entry.tick !== tickLower && entry.tick !== tickUpper) return entry
        const change = entry.tick === tickLower ? -liquidity : liquidity
        return {
          ...entry,
          liquidityNet: entry.liquidityNet + change,
          liquidityGross: entry.liquidityGross - liquidity,
        }
      })
      .filter(({ liquidityGross }) => liquidityGross > 0n),
  }
}

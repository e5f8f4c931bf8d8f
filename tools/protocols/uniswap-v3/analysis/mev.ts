import { minimumAfterSlippage } from '../../../kit/slippage.ts'
import { type SwapCurve, swapAlong } from './swap-curve.ts'

/** The most that an attacker could take from a swap whose slippage it knows. */
export interface SandwichRisk {
  /** Sold before the swap; base units of what the swap sells. */
  readonly frontIn: bigint
  readonly profitIn: bigint
  /** What the swap gets then, which is its minimum or a little more. */
  readonly victimOut: bigint
}

/** A swap that is to be judged. */
export interface PlannedTrade {
  readonly curve: SwapCurve
  readonly zeroForOne: boolean
  readonly amountIn: bigint
}

/** What a swap brings now. */
export const quoteTrade = ({ curve, zeroForOne, amountIn }: PlannedTrade) =>
  swapAlong(curve, zeroForOne, { amountIn })

function playSandwich({ curve, zeroForOne, amountIn }: PlannedTrade, frontIn: bigint) {
  const front = swapAlong(curve, zeroForOne, { amountIn: frontIn })
  const victim = swapAlong(front.curve, zeroForOne, { amountIn })
  const back = swapAlong(victim.curve, !zeroForOne, { amountIn: front.amountOut })
  return { victimOut: victim.amountOut, profitIn: back.amountOut - front.amountIn }
}

/**
 * Find what a sandwich of a swap would bring. The attacker sells first as much as leaves the swap its minimum: the
 * profit grows with it (Zhou, Qin, Torres, Le, Gervais, 2021, *High-Frequency Trading on Decentralized On-Chain
 * Exchanges*, section V; Heimbach, Wattenhofer, 2022, *Eliminating Sandwich Attacks with the Help of Game Theory*,
 * section 4); both of its swaps pay the pool's fee.
 */
export function assessSandwich(trade: PlannedTrade, slippageBps: number): SandwichRisk {
  const { amountOut } = quoteTrade(trade)
  const minimum = minimumAfterSlippage(amountOut, slippageBps)
  let least = 0n
  let most = trade.amountIn
  while (playSandwich(trade, most).victimOut >= minimum && most < trade.amountIn << 32n) most *= 2n
  while (most - least > 1n) {
    const middle = (least + most) / 2n
    if (playSandwich(trade, middle).victimOut >= minimum) least = middle
    else most = middle
  }
  if (least === 0n) return { frontIn: 0n, profitIn: 0n, victimOut: amountOut }
  const { victimOut, profitIn } = playSandwich(trade, least)
  return { frontIn: least, profitIn, victimOut }
}

/** The widest slippage up to a given one at which no sandwich pays its costs, basis points. */
export function findSafeSlippageBps(trade: PlannedTrade, slippageBps: number, costIn: bigint): number {
  let [least, most] = [0, slippageBps + 1]
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    if (assessSandwich(trade, middle).profitIn <= costIn) least = middle
    else most = middle
  }
  return least
}

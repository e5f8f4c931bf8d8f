import { getAmount0Delta, getAmount1Delta, getSqrtRatioAtTick } from '../../../kit/concentrated-liquidity.ts'
import { divideUp } from '../../../kit/divide-up.ts'
import type { PoolTick } from '../ticks.ts'

/**
 * Swaps through a pool's liquidity as the pool would make them, rounding included.
 *
 * Sources: v3-core `UniswapV3Pool.swap`, `SwapMath.computeSwapStep`, `SqrtPriceMath.getNextSqrtPriceFromInput`.
 */

const MILLION = 1_000_000n
const Q96 = 96n

/** A pool's price and its liquidity over the stretch that was read. */
export interface SwapCurve {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  /** Hundredths of a basis point. */
  readonly feeTier: number
  readonly ticks: readonly PoolTick[]
  readonly fromTick: number
  readonly toTick: number
}

/** What a swap through a curve comes to. */
export interface CurveSwap {
  /** Fee included. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly fee: bigint
  readonly curve: SwapCurve
  /** False when the swap ran to the end of what was read, with the rest of it not done. */
  readonly isComplete: boolean
}

interface Step {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly fee: bigint
  readonly sqrtPriceX96: bigint
}

/** A swap ends where its input is used up or its price is reached, whichever comes first. */
interface Bounds {
  readonly amountIn?: bigint
  readonly sqrtLimitX96?: bigint
}

function nextSqrtPrice(sqrtPriceX96: bigint, liquidity: bigint, amountIn: bigint, zeroForOne: boolean) {
  if (!zeroForOne) return sqrtPriceX96 + (amountIn << Q96) / liquidity
  const numerator = liquidity << Q96
  return divideUp(numerator * sqrtPriceX96, numerator + amountIn * sqrtPriceX96)
}

function computeStep(
  { sqrtPriceX96, liquidity, feeTier }: Pick<SwapCurve, 'sqrtPriceX96' | 'liquidity' | 'feeTier'>,
  target: bigint,
  remaining: bigint | undefined,
): Step {
  const zeroForOne = target < sqrtPriceX96
  const fee = BigInt(feeTier)
  const delta = (to: bigint) => ({
    amountIn: (zeroForOne ? getAmount0Delta : getAmount1Delta)(to, sqrtPriceX96, liquidity, true),
    amountOut: (zeroForOne ? getAmount1Delta : getAmount0Delta)(to, sqrtPriceX96, liquidity, false),
  })
  const whole = delta(target)
  const afterFee = remaining === undefined ? undefined : (remaining * (MILLION - fee)) / MILLION
  if (afterFee === undefined || afterFee >= whole.amountIn) {
    return {
      ...whole,
      fee: divideUp(whole.amountIn * fee, MILLION - fee),
      sqrtPriceX96: target,
    }
  }
  const reached = nextSqrtPrice(sqrtPriceX96, liquidity, afterFee, zeroForOne)
  const part = delta(reached)
  // What is left over of the input goes to the fee.
  return { ...part, fee: (remaining as bigint) - part.amountIn, sqrtPriceX96: reached }
}

/** Swap through a curve; `zeroForOne` sells token0. */
export function swapAlong(
  curve: SwapCurve,
  zeroForOne: boolean,
  { amountIn, sqrtLimitX96 }: Bounds,
): CurveSwap {
  let { sqrtPriceX96, tick, liquidity } = curve
  const done = { amountIn: 0n, amountOut: 0n, fee: 0n }
  const edge = zeroForOne ? curve.fromTick : curve.toTick + 1
  const ahead = curve.ticks
    .filter(({ tick: at }) => (zeroForOne ? at <= tick : at > tick))
    .toSorted((a, b) => (zeroForOne ? b.tick - a.tick : a.tick - b.tick))
  const stops = [...ahead, { tick: edge, liquidityNet: 0n, liquidityGross: 0n }]
  for (const stop of stops) {
    const stopSqrt = getSqrtRatioAtTick(stop.tick)
    const isLimited =
      sqrtLimitX96 !== undefined && (zeroForOne ? sqrtLimitX96 >= stopSqrt : sqrtLimitX96 <= stopSqrt)
    const target = isLimited ? sqrtLimitX96 : stopSqrt
    if (liquidity > 0n && target !== sqrtPriceX96) {
      const remaining = amountIn === undefined ? undefined : amountIn - done.amountIn
      const step = computeStep({ sqrtPriceX96, liquidity, feeTier: curve.feeTier }, target, remaining)
      done.amountIn += step.amountIn + step.fee
      done.amountOut += step.amountOut
      done.fee += step.fee
      sqrtPriceX96 = step.sqrtPriceX96
    } else sqrtPriceX96 = target
    const isOver =
      sqrtPriceX96 !== stopSqrt || done.amountIn === amountIn || (isLimited && target !== stopSqrt)
    if (isOver) return { ...done, curve: { ...curve, sqrtPriceX96, tick, liquidity }, isComplete: true }
    liquidity += zeroForOne ? -stop.liquidityNet : stop.liquidityNet
    tick = zeroForOne ? stop.tick - 1 : stop.tick
    if (isLimited) return { ...done, curve: { ...curve, sqrtPriceX96, tick, liquidity }, isComplete: true }
  }
  return { ...done, curve: { ...curve, sqrtPriceX96, tick, liquidity }, isComplete: false }
}

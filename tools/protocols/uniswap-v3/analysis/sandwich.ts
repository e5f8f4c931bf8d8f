import type { Address, Hex } from 'viem'
import { getAmount0Delta, getAmount1Delta } from '../../../kit/concentrated-liquidity.ts'
import type { SwapEvent } from '../swap-history.ts'
import { feeOf } from './price-path.ts'

const Q96 = 96n

/** A swap of one block, with who sent its transaction. */
export interface SentSwap extends SwapEvent {
  readonly from: Address
}

/** A swap that others stood around. */
export interface Sandwich {
  readonly front: SentSwap
  readonly victim: SentSwap
  readonly back: SentSwap
  /** What the victim would have got had it come first, and how much more that is; base units of what it bought. */
  readonly fairOut: bigint
  readonly lossOut: bigint
  /** What the one around made of it, base units of what the victim sold; gas not counted. */
  readonly profitIn: bigint
}

const sellsToken0 = ({ amount0 }: Pick<SwapEvent, 'amount0'>) => amount0 > 0n
const inputOf = (swap: SwapEvent) => (sellsToken0(swap) ? swap.amount0 : swap.amount1)
const outputOf = (swap: SwapEvent) => (sellsToken0(swap) ? -swap.amount1 : -swap.amount0)

/** The price before a swap, from what it gave out and the liquidity that it left; exact when it crossed no tick. */
function sqrtPriceBefore(swap: SwapEvent): bigint {
  const { sqrtPriceX96, liquidity } = swap
  const out = outputOf(swap)
  if (liquidity === 0n) return sqrtPriceX96
  if (sellsToken0(swap)) return sqrtPriceX96 + (out << Q96) / liquidity
  const product = liquidity << Q96
  return (product * sqrtPriceX96) / (product + out * sqrtPriceX96)
}

/** What an input would have brought at another price, by the liquidity that the swap left. */
function outputAt(swap: SwapEvent, sqrtPriceX96: bigint, feeTier: number): bigint {
  const input = inputOf(swap) - feeOf(inputOf(swap), feeTier)
  const { liquidity } = swap
  if (sellsToken0(swap)) {
    const product = liquidity << Q96
    const after = (product * sqrtPriceX96) / (product + input * sqrtPriceX96)
    return getAmount1Delta(after, sqrtPriceX96, liquidity, false)
  }
  const after = sqrtPriceX96 + (input << Q96) / liquidity
  return getAmount0Delta(sqrtPriceX96, after, liquidity, false)
}

/**
 * Find the sandwich around a swap among the swaps of its pool in its block: one of another sender before it in the same
 * direction, and one of the same account after it in the other (Zhou, Qin, Torres, Le, Gervais, 2021, *High-Frequency
 * Trading on Decentralized On-Chain Exchanges*; Qin, Zhou, Gervais, 2022, *Quantifying Blockchain Extractable Value*).
 */
export function findSandwich(
  swaps: readonly SentSwap[],
  victimHash: Hex,
  feeTier: number,
): Sandwich | undefined {
  const place = swaps.findIndex(({ transactionHash }) => transactionHash === victimHash)
  const victim = swaps[place]
  if (victim === undefined || victim.liquidity === 0n) return undefined
  const isOther = (swap: SentSwap) => swap.transactionHash !== victimHash && swap.from !== victim.from
  const front = swaps
    .slice(0, place)
    .find((swap) => isOther(swap) && sellsToken0(swap) === sellsToken0(victim))
  if (front === undefined) return undefined
  const back = swaps
    .slice(place + 1)
    .find(
      (swap) =>
        isOther(swap) &&
        sellsToken0(swap) !== sellsToken0(victim) &&
        (swap.from === front.from || swap.recipient === front.recipient),
    )
  if (back === undefined) return undefined
  const fairOut = outputAt(victim, sqrtPriceBefore(front), feeTier)
  const lossOut = fairOut - outputOf(victim)
  return {
    front,
    victim,
    back,
    fairOut,
    lossOut: lossOut > 0n ? lossOut : 0n,
    profitIn: outputOf(back) - inputOf(front),
  }
}

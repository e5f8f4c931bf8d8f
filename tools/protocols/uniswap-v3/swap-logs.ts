import type { Address, Log } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { poolAbi } from './abi.ts'
import type { Pool } from './pool.ts'

/** One `Swap` log of a pool, seen from the trader. */
export interface PoolSwap {
  readonly tokenIn: TokenInfo
  readonly tokenOut: TokenInfo
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly sender: Address
  readonly recipient: Address
}

/** Pick the `Swap` logs out of any logs. */
export const parseSwapLogs = (logs: readonly Log[]) =>
  parseEventLogs({ abi: poolAbi, eventName: 'Swap', logs: [...logs] })

/** Read a `Swap` log of a known pool; the pool's amounts are positive where it received. */
export function readSwap(pool: Pool, log: ReturnType<typeof parseSwapLogs>[number]): PoolSwap {
  const { amount0, amount1, sqrtPriceX96, tick, sender, recipient } = log.args
  const paysToken0 = amount0 > 0n || amount1 < 0n
  const [tokenIn, tokenOut] = paysToken0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const [amountIn, amountOut] = paysToken0 ? [amount0, -amount1] : [amount1, -amount0]
  return { tokenIn, tokenOut, amountIn, amountOut, sqrtPriceX96, tick, sender, recipient }
}

/** Join swaps of one transaction end to end; undefined when they are no single trade. */
export function joinSwaps(
  swaps: readonly PoolSwap[],
): Pick<PoolSwap, 'tokenIn' | 'tokenOut' | 'amountIn' | 'amountOut'> | undefined {
  const first = swaps[0]
  const last = swaps.at(-1)
  if (first === undefined || last === undefined) return undefined
  const isChain = swaps.every((swap, index) => {
    const next = swaps[index + 1]
    return next === undefined || isAddressEqual(swap.tokenOut.address, next.tokenIn.address)
  })
  if (!isChain) return undefined
  const { tokenIn, amountIn } = first
  const { tokenOut, amountOut } = last
  return { tokenIn, tokenOut, amountIn, amountOut }
}

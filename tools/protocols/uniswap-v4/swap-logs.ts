import type { Address } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import type { LogWindow } from '../../kit/log-window.ts'
import { poolManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import type { Pool } from './pool.ts'

/** Read the `Swap` logs of a pool in a range of blocks, in one request. */
export const readSwapLogs = (ctx: Pick<ToolContext, 'book' | 'chain'>, pool: Pool, window: LogWindow) =>
  ctx.chain.getContractEvents({
    address: BASE.on(ctx.book).poolManager,
    abi: poolManagerAbi,
    eventName: 'Swap',
    args: { id: pool.id },
    ...window,
    strict: true,
  })

/** One swap of a pool, seen from the trader; what a hook takes or gives beside the pool is no part of it. */
export interface PoolSwap {
  readonly tokenIn: TokenInfo
  readonly tokenOut: TokenInfo
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly sqrtPriceX96: bigint
  readonly tick: number
  /** What this swap paid, in hundredths of a basis point. */
  readonly fee: number
  readonly sender: Address
}

/** Read a `Swap` log of a known pool; amounts are the trader's, negative where it pays (v4-core `IPoolManager.sol`). */
export function readSwap(pool: Pool, { args }: Awaited<ReturnType<typeof readSwapLogs>>[number]): PoolSwap {
  const { amount0, amount1, sqrtPriceX96, tick, fee, sender } = args
  const paysToken0 = amount0 < 0n || amount1 > 0n
  const [tokenIn, tokenOut] = paysToken0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const [amountIn, amountOut] = paysToken0 ? [-amount0, amount1] : [-amount1, amount0]
  return { tokenIn, tokenOut, amountIn, amountOut, sqrtPriceX96, tick, fee, sender }
}

import type { Address } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { buildApproval } from '../../kit/approval.ts'
import type { TokenAmounts } from '../../kit/concentrated-liquidity.ts'
import { toSqrtRange } from '../../kit/concentrated-liquidity.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { swapRouterAbi } from './abi.ts'
import { type BalancedHoldings, balanceForRange } from './analysis/balance.ts'
import { type SwapCurve, swapAlong } from './analysis/swap-curve.ts'
import { BASE } from './base.ts'
import type { PlanPart } from './plan-part.ts'
import type { Pool, PoolState } from './pool.ts'
import { fitLiquidity, type LiquidityAmounts, type TickRange } from './range.ts'
import { readTicks } from './ticks.ts'

type Account = Pick<ToolContext, 'book' | 'account'>

/** Bitmap words that are read to either side for a swap of the account's own. */
const WORDS_EACH_SIDE = 4

/** A pool's price and liquidity around it, in one request. */
export async function readCurve(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  pool: Pool,
  state: PoolState,
): Promise<SwapCurve> {
  return { ...state, ...(await readTicks(ctx, pool, state, WORDS_EACH_SIDE)), feeTier: pool.feeTier }
}

/** Build the calls that swap an exact input in one pool. */
function buildPoolSwap(
  ctx: Account,
  pool: Pool,
  { zeroForOne, amountIn, amountOut }: NonNullable<BalancedHoldings['swap']>,
  slippageBps: number,
): PlanPart {
  const { swapRouter } = BASE.on(ctx.book)
  const [tokenIn, tokenOut] = (
    zeroForOne ? [pool.token0.address, pool.token1.address] : [pool.token1.address, pool.token0.address]
  ) as [Address, Address]
  const data = encodeFunctionData({
    abi: swapRouterAbi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn,
        tokenOut,
        fee: pool.feeTier,
        recipient: ctx.account,
        amountIn,
        amountOutMinimum: minimumAfterSlippage(amountOut, slippageBps),
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
  return {
    calls: [buildApproval(tokenIn, swapRouter, amountIn), { to: swapRouter, valueWei: 0n, data }],
    change: zeroForOne
      ? { amount0: -amountIn, amount1: amountOut }
      : { amount0: amountOut, amount1: -amountIn },
    allowances: [{ token: tokenIn, owner: ctx.account, spender: swapRouter, valueBaseUnits: 0n }],
  }
}

/** Holdings that were swapped into what a range takes, and what of them goes into it. */
export interface RangeEntry {
  readonly swap: PlanPart | undefined
  readonly offered: TokenAmounts
  readonly taken: LiquidityAmounts
}

/**
 * Turn holdings into what a range takes, by a swap in its own pool.
 *
 * @throws ToolError INVALID_RANGE when they buy no liquidity in the range
 */
export function enterRange(
  ctx: Account,
  entry: {
    readonly pool: Pool
    readonly curve: SwapCurve
    readonly range: TickRange
    readonly holdings: TokenAmounts
    readonly slippageBps: number
  },
): RangeEntry {
  const { pool, curve, range, slippageBps } = entry
  const balanced = balanceForRange(curve, toSqrtRange(range), entry.holdings)
  const offered = fitLiquidity(balanced.sqrtPriceX96, range, balanced.holdings)
  // Offered is what the liquidity takes: an offer of all would let more go out than is stated.
  const taken = fitLiquidity(balanced.sqrtPriceX96, range, offered)
  if (taken.liquidity === 0n) {
    throw BASE.error('INVALID_RANGE', {
      lower: range.tickLower,
      upper: range.tickUpper,
      problem: `at tick ${curve.tick} the given amounts buy no liquidity in it`,
    })
  }
  const swap = balanced.swap && buildPoolSwap(ctx, pool, balanced.swap, slippageBps)
  return { swap, offered, taken }
}

/**
 * Build the swap of all that is held of one token of a pool.
 *
 * @throws ToolError QUOTE_FAILED when the pool cannot trade that much near its price
 */
export function sellAll(
  ctx: Account,
  sale: {
    readonly pool: Pool
    readonly curve: SwapCurve
    readonly zeroForOne: boolean
    readonly amountIn: bigint
    readonly slippageBps: number
  },
): PlanPart {
  const { pool, curve, zeroForOne, amountIn, slippageBps } = sale
  const { amountOut, isComplete } = swapAlong(curve, zeroForOne, { amountIn })
  if (!isComplete || amountOut === 0n) {
    throw new ToolError('QUOTE_FAILED', {
      pair: `${pool.token0.symbol}/${pool.token1.symbol}`,
      reason: 'the pool cannot trade that amount near its price',
    })
  }
  return buildPoolSwap(ctx, pool, { zeroForOne, amountIn, amountOut }, slippageBps)
}

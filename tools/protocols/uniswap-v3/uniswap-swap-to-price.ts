import type { TokenInfo } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, FeeTierSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { PRICE_PATTERN, parsePrice, renderInversePoolPrice, renderPoolPrice } from '../../kit/pool-price.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, minimumAfterSlippage, SlippageSchema } from '../../kit/slippage.ts'
import { poolAbi, quoterAbi, swapRouterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { poolNotFound, poolOf, resolvePair } from './pool.ts'
import { isToken0 } from './pool-address.ts'
import { planSwap, SwapResultSchema, settleSwap } from './swap.ts'

/** More than any pool holds: an exact output of it runs up to the price limit. */
const UNREACHABLE_OUTPUT = 2n ** 255n - 1n

/** Swap in one V3 pool until its price reaches a limit, spending at most a given input. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_to_price',
  description: 'Swap in one Uniswap V3 pool until its price reaches a limit, spending at most a given input.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['quote', 'plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    "uniswap_swap_to_price sells one token into a Uniswap V3 pool until the pool's price falls to a limit or a maximum input is spent, and leaves no allowance.",
  promptGuidelines: [
    'priceLimit is whole tokenOut for one whole tokenIn and lies below the current price.',
    'Less than the maximum input is spent when the limit is reached first.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      feeTier: FeeTierSchema,
      maxAmountInBaseUnits: BaseUnitsSchema,
      priceLimit: Type.String({
        pattern: PRICE_PATTERN,
        description: 'price at which to stop: whole tokenOut for one whole tokenIn, as a decimal string',
      }),
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: SwapResultSchema,
  errorCodes: [
    'ZERO_AMOUNT',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'POOL_NOT_FOUND',
    'QUOTE_FAILED',
    'INVALID_PARAMS',
  ],
  async plan(params, ctx) {
    const { feeTier, slippageBps = DEFAULT_SLIPPAGE_BPS } = params
    const maxAmountIn = readAmount(params.maxAmountInBaseUnits, 'maxAmountInBaseUnits')
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    const sqrtPriceLimitX96 = parsePrice(params.priceLimit, {
      base: tokenIn,
      quote: tokenOut,
      baseIsToken0: isToken0(tokenIn.address, tokenOut.address),
      path: '/priceLimit',
    })
    ctx.step('quote')
    const swap = { tokenIn, tokenOut, feeTier, maxAmountIn, sqrtPriceLimitX96 }
    const { amountIn, amountOut } = await quoteToPrice(ctx, swap)
    ctx.step('plan')
    const data = encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactInputSingle',
      args: [
        {
          tokenIn: tokenIn.address,
          tokenOut: tokenOut.address,
          fee: feeTier,
          recipient: ctx.account,
          // Not the maximum: where others move the price away before the block, the limit would let all of it in.
          amountIn,
          amountOutMinimum: minimumAfterSlippage(amountOut, slippageBps),
          sqrtPriceLimitX96,
        },
      ],
    })
    return planSwap(ctx, {
      tokenIn,
      tokenOut,
      amountIn,
      amountOut,
      toleranceBps: slippageBps,
      approved: amountIn,
      mayLeaveAllowance: true,
      data,
    })
  },
  settle: settleSwap,
})

/**
 * Quote a swap that stops at a price. The quoter does not say how much such a swap takes in, but an exact
 * output beyond reach takes in just what moves the price there.
 */
async function quoteToPrice(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  swap: {
    readonly tokenIn: TokenInfo
    readonly tokenOut: TokenInfo
    readonly feeTier: number
    readonly maxAmountIn: bigint
    readonly sqrtPriceLimitX96: bigint
  },
): Promise<{ amountIn: bigint; amountOut: bigint }> {
  const { tokenIn, tokenOut, feeTier, maxAmountIn, sqrtPriceLimitX96 } = swap
  const pool = poolOf(ctx, tokenIn, tokenOut, feeTier)
  const quoter = { address: BASE.on(ctx.book).quoter, abi: quoterAbi } as const
  const pair = {
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    fee: feeTier,
    sqrtPriceLimitX96,
  }
  const [slot0, needed, bought] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [
      { address: pool.address, abi: poolAbi, functionName: 'slot0' },
      { ...quoter, functionName: 'quoteExactOutputSingle', args: [{ ...pair, amount: UNREACHABLE_OUTPUT }] },
      { ...quoter, functionName: 'quoteExactInputSingle', args: [{ ...pair, amountIn: maxAmountIn }] },
    ],
  })
  if (slot0.status === 'failure' || slot0.result[0] === 0n) throw poolNotFound(tokenIn, tokenOut, feeTier)
  const [sqrtPriceX96] = slot0.result
  const sellsToken0 = pool.token0 === tokenIn
  const isReached = sellsToken0 ? sqrtPriceLimitX96 >= sqrtPriceX96 : sqrtPriceLimitX96 <= sqrtPriceX96
  if (isReached) {
    const render = sellsToken0 ? renderPoolPrice : renderInversePoolPrice
    throw new ToolError('INVALID_PARAMS', {
      path: '/priceLimit',
      problem: `must lie below the current price of ${render(sqrtPriceX96, pool.token0, pool.token1)}`,
    })
  }
  if (needed.status === 'failure' || bought.status === 'failure' || bought.result[0] === 0n) {
    throw new ToolError('QUOTE_FAILED', {
      pair: `${tokenIn.symbol}/${tokenOut.symbol}`,
      reason: 'the pool cannot trade towards the limit',
    })
  }
  const [toLimit] = needed.result
  return { amountIn: toLimit < maxAmountIn ? toLimit : maxAmountIn, amountOut: bought.result[0] }
}

import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { BASE } from './base.ts'
import { describePool, POOL_ERROR_CODES, POOL_OUTPUT, POOL_PARAMETERS, resolvePool } from './pool.ts'
import { readSwap, readSwapLogs } from './swap-logs.ts'

/** List recent swaps of a V4 pool with the fee that each one paid. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_v4_pool_swaps',
  description: 'List recent swaps of a Uniswap V4 pool with the fee that each one paid.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_v4_pool_swaps lists the latest swaps of a Uniswap V4 pool with direction, amounts, the fee paid, the price after each and the router that traded, the newest last.',
  promptGuidelines: [
    'Keep the number of blocks small; raise it only when nothing is found.',
    'The sender is a router; the amounts are those of the pool, before what its hook takes.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most swaps, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    swaps: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        transactionHash: HashSchema,
        tokenIn: AddressSchema,
        tokenOut: AddressSchema,
        amountInBaseUnits: BaseUnitsSchema,
        amountOutBaseUnits: BaseUnitsSchema,
        feeMillionths: Type.Integer(),
        /** Whole currency1 for one whole currency0 after the swap. */
        price0In1: Type.String(),
        tick: Type.Integer(),
        sender: AddressSchema,
      }),
    ),
  }),
  errorCodes: POOL_ERROR_CODES,
  async read({ limit = 50, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await readSwapLogs(ctx, pool, window)
    return {
      ...describePool(pool),
      ...describeWindow(window),
      totalFound: logs.length,
      swaps: logs.slice(-limit).map((log) => {
        const swap = readSwap(pool, log)
        return {
          blockNumber: log.blockNumber.toString(),
          transactionHash: log.transactionHash,
          tokenIn: swap.tokenIn.address,
          tokenOut: swap.tokenOut.address,
          amountInBaseUnits: swap.amountIn.toString(),
          amountOutBaseUnits: swap.amountOut.toString(),
          feeMillionths: swap.fee,
          price0In1: renderPoolPrice(swap.sqrtPriceX96, pool.token0, pool.token1),
          tick: swap.tick,
          sender: swap.sender,
        }
      }),
    }
  },
})

import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describePool, POOL_OUTPUT, POOL_PARAMETERS, resolvePool } from './pool.ts'
import { readSwap } from './swap-logs.ts'

/** List recent swaps of a V3 pool with direction, size, price and sender. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_pool_swaps',
  description: 'List recent swaps of a Uniswap V3 pool with direction, size, price and sender.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_pool_swaps lists the latest swaps of a Uniswap V3 pool with direction, amounts, price after each and who traded, the newest last.',
  promptGuidelines: ['Keep the number of blocks small; raise it only when nothing is found.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      blocks: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: 'blocks to look back, 1000 by default' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most swaps, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    fromBlock: Type.String(),
    toBlock: Type.String(),
    totalFound: Type.Integer(),
    swaps: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        transactionHash: HashSchema,
        tokenIn: AddressSchema,
        tokenOut: AddressSchema,
        amountInBaseUnits: BaseUnitsSchema,
        amountOutBaseUnits: BaseUnitsSchema,
        /** Whole token1 for one whole token0 after the swap. */
        price0In1: Type.String(),
        tick: Type.Integer(),
        sender: AddressSchema,
        recipient: AddressSchema,
      }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS', 'SAME_TOKEN', 'UNKNOWN_TOKEN', 'NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ blocks = 1_000, limit = 50, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    ctx.step('logs')
    const toBlock = await ctx.chain.getBlockNumber()
    const fromBlock = toBlock >= BigInt(blocks) ? toBlock - BigInt(blocks) + 1n : 0n
    const logs = await ctx.chain.getContractEvents({
      address: pool.address,
      abi: poolAbi,
      eventName: 'Swap',
      fromBlock,
      toBlock,
      strict: true,
    })
    return {
      ...describePool(pool),
      fromBlock: fromBlock.toString(),
      toBlock: toBlock.toString(),
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
          price0In1: renderPoolPrice(swap.sqrtPriceX96, pool.token0, pool.token1),
          tick: swap.tick,
          sender: swap.sender,
          recipient: swap.recipient,
        }
      }),
    }
  },
})

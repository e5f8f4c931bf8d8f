import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { poolAbi } from './abi.ts'
import { magnitude } from './analysis/fixed-point.ts'
import { BASE } from './base.ts'
import { CURSOR_OUTPUT, CURSOR_PARAMETERS, openCursor, readSince, takePage } from './cursor.ts'
import { describePool, POOL_OUTPUT, POOL_PARAMETERS, resolvePool } from './pool.ts'
import { readSwap } from './swap-logs.ts'

/** Read the swaps of a V3 pool above a size since a cursor. */
export const TOOL_DEF = defineReadTool({
  name: 'stream_subscribe_trades',
  description: 'Read the swaps of a Uniswap V3 pool above a size since a cursor.',
  category: 'streaming',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'stream_subscribe_trades follows the trades of a Uniswap V3 pool: each call tells those since the cursor of the last, above a size if you name one, the oldest first.',
  promptGuidelines: ['Keep nextCursor and give it back; without a cursor the last 1000 blocks are told.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      ...CURSOR_PARAMETERS,
      minimum0BaseUnits: Type.Optional(
        Type.String({ ...BaseUnitsSchema, description: 'least amount of token0, base units' }),
      ),
      minimum1BaseUnits: Type.Optional(
        Type.String({ ...BaseUnitsSchema, description: 'least amount of token1, base units' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    ...CURSOR_OUTPUT,
    trades: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        logIndex: Type.Integer(),
        transactionHash: HashSchema,
        tokenIn: AddressSchema,
        tokenOut: AddressSchema,
        amountInBaseUnits: BaseUnitsSchema,
        amountOutBaseUnits: BaseUnitsSchema,
        /** Whole token1 for one whole token0 after the swap. */
        price0In1: Type.String(),
        sender: AddressSchema,
        recipient: AddressSchema,
      }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS', 'SAME_TOKEN', 'UNKNOWN_TOKEN', 'NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ cursor, limit = 50, minimum0BaseUnits = '0', minimum1BaseUnits = '0', ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    ctx.step('logs')
    const window = await openCursor(ctx, cursor)
    const logs = await readSince(window, (range) =>
      ctx.chain.getContractEvents({
        address: pool.address,
        abi: poolAbi,
        eventName: 'Swap',
        ...range,
        strict: true,
      }),
    )
    const least = [BigInt(minimum0BaseUnits), BigInt(minimum1BaseUnits)] as const
    const { page, told } = takePage(window, logs, {
      limit,
      isWanted: ({ args }) => magnitude(args.amount0) >= least[0] && magnitude(args.amount1) >= least[1],
    })
    return {
      ...describePool(pool),
      ...told,
      trades: page.map((log) => {
        const swap = readSwap(pool, log)
        return {
          blockNumber: log.blockNumber.toString(),
          logIndex: log.logIndex,
          transactionHash: log.transactionHash,
          tokenIn: swap.tokenIn.address,
          tokenOut: swap.tokenOut.address,
          amountInBaseUnits: swap.amountIn.toString(),
          amountOutBaseUnits: swap.amountOut.toString(),
          price0In1: renderPoolPrice(swap.sqrtPriceX96, pool.token0, pool.token1),
          sender: swap.sender,
          recipient: swap.recipient,
        }
      }),
    }
  },
})

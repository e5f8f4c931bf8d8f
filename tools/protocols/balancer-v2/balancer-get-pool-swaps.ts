import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { describePool, POOL_ERROR_CODES, POOL_OUTPUT, PoolIdSchema, readPool } from './pool.ts'

/** List recent swaps of a pool. */
export const TOOL_DEF = defineReadTool({
  name: 'balancer_get_pool_swaps',
  description: 'List recent swaps of a Balancer V2 pool.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'balancer_get_pool_swaps lists the latest swaps of a Balancer V2 pool with both tokens and amounts, the newest last.',
  promptGuidelines: [
    'Keep the number of blocks small; raise it only when nothing is found.',
    "A composable pool's own shares may be one of the two tokens: that is a join or an exit by a swap.",
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      poolId: PoolIdSchema,
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
      }),
    ),
  }),
  errorCodes: POOL_ERROR_CODES,
  async read({ poolId, limit = 50, ...params }, ctx) {
    ctx.step('pool')
    const pool = await readPool(ctx, poolId)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address: BASE.on(ctx.book).vault,
      abi: vaultAbi,
      eventName: 'Swap',
      args: { poolId },
      ...window,
      strict: true,
    })
    return {
      ...describePool(pool),
      ...describeWindow(window),
      totalFound: logs.length,
      swaps: logs.slice(-limit).map(({ args, blockNumber, transactionHash }) => ({
        blockNumber: blockNumber.toString(),
        transactionHash,
        tokenIn: args.tokenIn,
        tokenOut: args.tokenOut,
        amountInBaseUnits: args.amountIn.toString(),
        amountOutBaseUnits: args.amountOut.toString(),
      })),
    }
  },
})

import { zeroAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { BASE } from './base.ts'
import {
  describePool,
  POOL_ERROR_CODES,
  POOL_OUTPUT,
  type Pool,
  readPoolStates,
  resolvePool,
} from './pool.ts'
import { listPools } from './pools-of-pair.ts'

/** Most pools of a pair that are described. */
const MOST_POOLS = 25

/** Find the key of a V4 pool by its id, or the keys of the pools of a pair. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_v4_pool_key',
  description:
    "Find a Uniswap V4 pool's key (currencies, fee, tick spacing, hook) by its id, or the keys of a pair's pools.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['find', 'state'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_v4_pool_key tells what a Uniswap V4 pool id stands for, or lists the pools of a pair that were initialised in a range of blocks, the deepest first, with price and hook.',
  promptGuidelines: [
    'ETH is a currency of its own in V4: ETH/USDC and WETH/USDC are different pools.',
    'A pool with a hook runs code of others in every trade: look at hook_evaluate first.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      poolId: Type.Optional(HashSchema),
      tokenA: Type.Optional(TokenSchema),
      tokenB: Type.Optional(TokenSchema),
      ...WINDOW_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Where the pools of a pair were looked for; null for one that was named by its id. */
    window: Type.Union([Type.Object(WINDOW_OUTPUT), Type.Null()]),
    totalFound: Type.Integer(),
    pools: Type.Array(
      Type.Object({
        ...POOL_OUTPUT,
        hasHook: Type.Boolean(),
        tick: Type.Integer(),
        liquidity: BaseUnitsSchema,
        /** Whole currency1 for one whole currency0. */
        price0In1: Type.String(),
      }),
    ),
  }),
  errorCodes: POOL_ERROR_CODES,
  async read({ poolId, tokenA, tokenB, ...range }, ctx) {
    ctx.step('find')
    if ((poolId === undefined) === (tokenA === undefined || tokenB === undefined)) {
      const problem = 'give either poolId or both tokenA and tokenB'
      throw new ToolError('INVALID_PARAMS', { path: '/poolId', problem })
    }
    const window = poolId === undefined ? await readWindow(ctx, range) : undefined
    const found: readonly Pool[] =
      window === undefined
        ? [await resolvePool(ctx, { poolId })]
        : await listPools(ctx, [tokenA ?? '', tokenB ?? ''], window)
    ctx.step('state')
    const states = await readPoolStates(ctx, found.slice(-MOST_POOLS))
    return {
      window: window === undefined ? null : describeWindow(window),
      totalFound: found.length,
      pools: found
        .slice(-MOST_POOLS)
        .flatMap((pool, index) => {
          const state = states[index]
          return state === undefined ? [] : [{ pool, state }]
        })
        .toSorted((a, b) => (b.state.liquidity > a.state.liquidity ? 1 : -1))
        .map(({ pool, state }) => ({
          ...describePool(pool),
          hasHook: pool.key.hooks !== zeroAddress,
          tick: state.tick,
          liquidity: state.liquidity.toString(),
          price0In1: renderPoolPrice(state.sqrtPriceX96, pool.token0, pool.token1),
        })),
    }
  },
})

import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { BASE } from './base.ts'
import { poolOf, readPoolStates, resolvePair } from './pool.ts'
import { FEE_TIERS } from './pool-address.ts'

/** Find all Uniswap V3 pools for a token pair, ranked by liquidity. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_pools_by_token_pair',
  description: 'Find all Uniswap V3 pools for a token pair, ranked by liquidity in range.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_pools_by_token_pair lists the Uniswap V3 pools of a pair over all fee tiers with price and tick, the deepest first; use it before naming a fee tier.',
  promptGuidelines: ['An empty list means that the pair has no direct pool.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ tokenA: TokenSchema, tokenB: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({
    token0: AddressSchema,
    token1: AddressSchema,
    symbol0: Type.String(),
    symbol1: Type.String(),
    pools: Type.Array(
      Type.Object({
        pool: AddressSchema,
        feeTier: Type.Integer(),
        tick: Type.Integer(),
        tickSpacing: Type.Integer(),
        liquidity: BaseUnitsSchema,
        /** Whole token1 for one whole token0. */
        price0In1: Type.String(),
      }),
    ),
  }),
  errorCodes: ['SAME_TOKEN', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    const [a, b] = await resolvePair(ctx, params.tokenA, params.tokenB)
    const pools = FEE_TIERS.map((feeTier) => poolOf(ctx, a, b, feeTier))
    ctx.step('read')
    const states = await readPoolStates(ctx, pools)
    const { token0, token1 } = poolOf(ctx, a, b, 0)
    return {
      token0: token0.address,
      token1: token1.address,
      symbol0: token0.symbol,
      symbol1: token1.symbol,
      pools: pools
        .flatMap((pool, index) => {
          const state = states[index]
          return state === undefined ? [] : [{ pool, state }]
        })
        .sort((x, y) => (y.state.liquidity > x.state.liquidity ? 1 : -1))
        .map(({ pool, state }) => ({
          pool: pool.address,
          feeTier: pool.feeTier,
          tick: state.tick,
          tickSpacing: state.tickSpacing,
          liquidity: state.liquidity.toString(),
          price0In1: renderPoolPrice(state.sqrtPriceX96, token0, token1),
        })),
    }
  },
})

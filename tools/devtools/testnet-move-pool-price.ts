import { AddressSchema, FeeTierSchema, TokenSchema, Type } from '../core/schema.ts'
import { BASE as UNISWAP_V3 } from '../protocols/uniswap-v3/base.ts'
import { computePoolAddress } from '../protocols/uniswap-v3/pool-address.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'
import { PriceSchema, resolvePair, toSqrtPriceX96 } from './pair.ts'

/** Swap as a whale until a pool reaches a target price. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_move_pool_price',
  description: 'Swap as a whale until a Uniswap V3 pool reaches a target price.',
  tickBudget: 'medium',
  promptSnippet:
    'testnet_move_pool_price trades as a whale on the local chain until a Uniswap V3 pool has a given price, to play a shock or a sandwich.',
  promptGuidelines: ['Price feeds stay as they are; set them with testnet_set_oracle_price.'],
  input: Type.Object(
    { tokenA: TokenSchema, tokenB: TokenSchema, feeTier: FeeTierSchema, price: PriceSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({ pool: AddressSchema, sqrtPriceX96: Type.String(), tick: Type.Integer() }),
  errorCodes: [
    'CONTROL_NOT_AVAILABLE',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'SAME_TOKEN',
    'INVALID_PARAMS',
    'POOL_NOT_FOUND',
  ],
  async plan({ feeTier, price, ...params }, ctx) {
    const { factory } = UNISWAP_V3.on(ctx.book)
    const pair = await resolvePair(ctx, params)
    const targetSqrtPriceX96 = toSqrtPriceX96(pair, price).toString()
    const { token0, token1 } = pair
    const pool = computePoolAddress(factory, token0.address, token1.address, feeTier)
    if ((await ctx.chain.getCode({ address: pool })) === undefined) {
      throw UNISWAP_V3.error('POOL_NOT_FOUND', { tokenA: token0.symbol, tokenB: token1.symbol, feeTier })
    }
    return planControl('movePoolPrice', {
      pool,
      token0: token0.address,
      token1: token1.address,
      feeTier,
      targetSqrtPriceX96,
    })
  },
})

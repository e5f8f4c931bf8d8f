import { parseAbi, zeroAddress } from 'viem'
import { ToolError } from '../core/errors.ts'
import { AddressSchema, FeeTierSchema, TokenSchema, Type } from '../core/schema.ts'
import { resolveErc20 } from '../core/tokens.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'
import { isSorted, PriceSchema, toSqrtPriceX96 } from './sqrt-price.ts'

const factoryAbi = parseAbi([
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
])

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
    const factory = ctx.book.protocols.uniswapV3?.factory
    if (factory === undefined) {
      throw new ToolError('PROTOCOL_NOT_DEPLOYED', { protocol: 'uniswap-v3', chainId: ctx.book.chainId })
    }
    const [tokenA, tokenB] = await Promise.all([
      resolveErc20(ctx, params.tokenA),
      resolveErc20(ctx, params.tokenB),
    ])
    const targetSqrtPriceX96 = toSqrtPriceX96(tokenA, tokenB, price).toString()
    const [token0, token1] = isSorted(tokenA, tokenB) ? [tokenA, tokenB] : [tokenB, tokenA]
    const pool = await ctx.chain.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPool',
      args: [token0.address, token1.address, feeTier],
    })
    if (pool === zeroAddress) {
      throw new ToolError('POOL_NOT_FOUND', { tokenA: tokenA.symbol, tokenB: tokenB.symbol, feeTier })
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

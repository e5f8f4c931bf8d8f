import { ToolError } from '../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, FeeTierSchema, TokenSchema, Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'
import { PriceSchema, parseDecimal, resolvePair, toSqrtPriceX96 } from './pair.ts'

/** Deploy a Uniswap V3 pool with given price and liquidity over the full range. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_deploy_mock_pool',
  description: 'Deploy a Uniswap V3 pool with given price and seeded full-range liquidity.',
  tickBudget: 'medium',
  promptSnippet:
    'testnet_deploy_mock_pool creates a Uniswap V3 pool for two tokens at a given price on the local chain and seeds it over the full range.',
  promptGuidelines: [],
  input: Type.Object(
    {
      tokenA: TokenSchema,
      tokenB: TokenSchema,
      feeTier: FeeTierSchema,
      price: PriceSchema,
      amountABaseUnits: BaseUnitsSchema,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ pool: AddressSchema, liquidity: Type.String() }),
  errorCodes: [
    'CONTROL_NOT_AVAILABLE',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'SAME_TOKEN',
    'ZERO_AMOUNT',
    'INVALID_PARAMS',
  ],
  async plan({ feeTier, price, ...params }, ctx) {
    const amountA = BigInt(params.amountABaseUnits)
    if (amountA === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'amountABaseUnits' })
    const pair = await resolvePair(ctx, params)
    const { tokenA, tokenB, token0, token1 } = pair
    const sqrtPriceX96 = toSqrtPriceX96(pair, price).toString()
    const { numerator, denominator } = parseDecimal(price)
    // Both sides of a full range are worth the same; one unit more keeps rounding from cutting A's side.
    const amountB =
      (amountA * numerator * 10n ** BigInt(tokenB.decimals)) /
        (denominator * 10n ** BigInt(tokenA.decimals)) +
      1n
    const [amount0, amount1] = token0 === tokenA ? [amountA, amountB] : [amountB, amountA]
    return planControl('deployMockPool', {
      token0: token0.address,
      token1: token1.address,
      feeTier,
      sqrtPriceX96,
      amount0BaseUnits: amount0.toString(),
      amount1BaseUnits: amount1.toString(),
    })
  },
})

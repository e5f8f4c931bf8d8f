import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderExecutionPrice } from '../../kit/pool-price.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import { resolvePair } from './currency.ts'
import { describePool, KEY_PARAMETERS, POOL_ERROR_CODES, POOL_OUTPUT, poolOf } from './pool.ts'
import { quotePool } from './quote.ts'

/** Quote a trade in one V4 pool, its hook's effect included. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_quote_v4_pool',
  description:
    "Quote a trade in one Uniswap V4 pool, exact input or exact output, its hook's effect included.",
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_quote_v4_pool quotes a trade in one Uniswap V4 pool, named by its pair, fee, tick spacing and hook; what the hook takes or gives is part of the quote.',
  promptGuidelines: [
    'ETH and WETH are different currencies in V4.',
    'A hook may answer a quote and a later trade differently.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      ...KEY_PARAMETERS,
      amountBaseUnits: BaseUnitsSchema,
      exact: Type.Optional(Type.Union([Type.Literal('input'), Type.Literal('output')])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    amountInBaseUnits: BaseUnitsSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    /** Whole tokens out for one whole token in, fees included. */
    price: Type.String(),
    priceImpactBps: Type.Integer(),
    lpFeeMillionths: Type.Integer(),
    gas: BaseUnitsSchema,
  }),
  errorCodes: [...POOL_ERROR_CODES, 'ZERO_AMOUNT', 'QUOTE_FAILED'],
  async read({ exact = 'input', ...params }, ctx) {
    const amountBaseUnits = readAmount(params.amountBaseUnits)
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    const pool = poolOf(tokenIn, tokenOut, params)
    ctx.step('quote')
    const { state, quote } = await quotePool(ctx, tokenIn, pool, { exact, amountBaseUnits })
    return {
      ...describePool(pool),
      amountInBaseUnits: quote.amountIn.toString(),
      amountOutBaseUnits: quote.amountOut.toString(),
      price: renderExecutionPrice(quote.amountIn, tokenIn, quote.amountOut, tokenOut),
      priceImpactBps: quote.priceImpactBps,
      lpFeeMillionths: state.lpFee,
      gas: quote.gas.toString(),
    }
  },
})

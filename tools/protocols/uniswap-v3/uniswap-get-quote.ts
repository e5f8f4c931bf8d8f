import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, FeeTierSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { resolvePair } from './pool.ts'
import { quoteBestPool } from './quote.ts'
import { renderQuotePrice, SWAP_ERROR_CODES } from './swap.ts'

/** Quote the best direct pool for a pair, exact input or exact output. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_quote',
  description:
    'Quote the best direct Uniswap V3 pool for a pair, exact input or exact output, with price impact and gas.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_quote finds the best direct Uniswap V3 pool for a pair and says what an exact input brings or an exact output costs, with price impact and gas.',
  promptGuidelines: [
    'Give exactly one of amountInBaseUnits and amountOutBaseUnits.',
    'Pass feeTier and the quoted amount on to the swap tool, which then need not quote again.',
  ],
  supportedChains: chainsOf(BASE),
  leadsTo: [
    {
      // What is quoted is simulated next.
      tool: 'uniswap_simulate_swap',
      probability: 0.92,
      derive: ({ tokenIn = null, tokenOut = null, amountInBaseUnits, feeTier }) =>
        amountInBaseUnits === undefined
          ? []
          : [{ tokenIn, tokenOut, amountInBaseUnits, ...(feeTier === undefined ? {} : { feeTier }) }],
    },
  ],
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      amountInBaseUnits: Type.Optional(BaseUnitsSchema),
      amountOutBaseUnits: Type.Optional(BaseUnitsSchema),
      feeTier: Type.Optional(FeeTierSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    tokenIn: AddressSchema,
    tokenOut: AddressSchema,
    pool: AddressSchema,
    feeTier: Type.Integer(),
    amountInBaseUnits: BaseUnitsSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    /** Whole tokens out for one whole token in, the fee included. */
    price: Type.String(),
    priceImpactBps: Type.Integer(),
    gas: BaseUnitsSchema,
  }),
  errorCodes: [...SWAP_ERROR_CODES, 'INVALID_PARAMS'],
  async read(params, ctx) {
    const { amountInBaseUnits, amountOutBaseUnits, feeTier } = params
    const amount = amountInBaseUnits ?? amountOutBaseUnits
    if (amount === undefined || (amountInBaseUnits !== undefined && amountOutBaseUnits !== undefined)) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/amountInBaseUnits',
        problem: 'give exactly one of amountInBaseUnits and amountOutBaseUnits',
      })
    }
    const exact = amountInBaseUnits === undefined ? 'output' : 'input'
    const amountBaseUnits = BigInt(amount)
    if (amountBaseUnits === 0n) {
      throw new ToolError('ZERO_AMOUNT', {
        parameter: exact === 'input' ? 'amountInBaseUnits' : 'amountOutBaseUnits',
      })
    }
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('quote')
    const quote = await quoteBestPool(
      ctx,
      tokenIn,
      tokenOut,
      { exact, amountBaseUnits },
      feeTier === undefined ? undefined : [feeTier],
    )
    return {
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      pool: quote.pool,
      feeTier: quote.feeTier,
      amountInBaseUnits: quote.amountIn.toString(),
      amountOutBaseUnits: quote.amountOut.toString(),
      price: renderQuotePrice(tokenIn, tokenOut, quote),
      priceImpactBps: quote.priceImpactBps,
      gas: quote.gas.toString(),
    }
  },
})

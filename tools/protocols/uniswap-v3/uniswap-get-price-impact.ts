import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, FeeTierSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { resolvePair } from './pool.ts'
import { quotePools } from './quote.ts'
import { renderQuotePrice } from './swap.ts'

const Nullable = {
  amount: Type.Union([BaseUnitsSchema, Type.Null()]),
  integer: Type.Union([Type.Integer(), Type.Null()]),
}

/** Compute the price-impact curve over several trade sizes. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_price_impact',
  description:
    'Compute the price-impact curve of a pair over several trade sizes, in one pool or the best one.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_price_impact quotes several trade sizes of a pair at once and returns what each brings and moves the price by; use it to size a trade.',
  promptGuidelines: ['A size that no pool can serve comes back with null amounts.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      amountsInBaseUnits: Type.Array(BaseUnitsSchema, { minItems: 1, maxItems: 12 }),
      feeTier: Type.Optional(FeeTierSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    curve: Type.Array(
      Type.Object({
        amountInBaseUnits: BaseUnitsSchema,
        amountOutBaseUnits: Nullable.amount,
        feeTier: Nullable.integer,
        priceImpactBps: Nullable.integer,
        /** Whole tokens out for one whole token in, the fee included. */
        price: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
  errorCodes: ['ZERO_AMOUNT', 'SAME_TOKEN', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'POOL_NOT_FOUND'],
  async read(params, ctx) {
    const trades = params.amountsInBaseUnits.map((amount) => ({
      exact: 'input' as const,
      amountBaseUnits: BigInt(amount),
    }))
    if (trades.some((trade) => trade.amountBaseUnits === 0n)) {
      throw new ToolError('ZERO_AMOUNT', { parameter: 'amountsInBaseUnits' })
    }
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('quote')
    const feeTiers = params.feeTier === undefined ? undefined : [params.feeTier]
    // Each size has gas of its own: a pool of dust takes much of it, since its quote passes all prices.
    const quotes = await Promise.all(
      trades.map((trade) => quotePools(ctx, tokenIn, tokenOut, trade, feeTiers)),
    )
    return {
      curve: trades.map((trade, index) => {
        const best = quotes[index]?.[0]
        return {
          amountInBaseUnits: trade.amountBaseUnits.toString(),
          amountOutBaseUnits: best?.amountOut.toString() ?? null,
          feeTier: best?.feeTier ?? null,
          priceImpactBps: best?.priceImpactBps ?? null,
          price: best ? renderQuotePrice(tokenIn, tokenOut, best) : null,
        }
      }),
    }
  },
})

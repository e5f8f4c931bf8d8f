import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import { PATH_PARAMETERS, resolvePath } from './path.ts'
import { quotePath } from './quote.ts'
import { renderQuotePrice } from './swap.ts'

/** Quote one given multi-pool V3 path. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_quote_v3_path',
  description: 'Quote one given multi-pool Uniswap V3 path, exact input or exact output.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_quote_v3_path quotes a trade along a given path of Uniswap V3 pools; name the tokens in order and the fee tier of each pool between them.',
  promptGuidelines: [
    'Give amountBaseUnits of the first token for an exact input, of the last for an exact output.',
    'Compare with uniswap_get_quote: each pool of a path costs its own fee.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...PATH_PARAMETERS,
      amountBaseUnits: BaseUnitsSchema,
      exact: Type.Optional(Type.Union([Type.Literal('input'), Type.Literal('output')])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    amountInBaseUnits: BaseUnitsSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    /** Whole tokens out for one whole token in, fees included. */
    price: Type.String(),
    priceImpactBps: Type.Integer(),
    gas: BaseUnitsSchema,
  }),
  errorCodes: [
    'ZERO_AMOUNT',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'QUOTE_FAILED',
    'INVALID_PARAMS',
  ],
  async read({ exact = 'input', ...params }, ctx) {
    const amountBaseUnits = readAmount(params.amountBaseUnits)
    const path = await resolvePath(ctx, params)
    ctx.step('quote')
    const quote = await quotePath(ctx, path, { exact, amountBaseUnits })
    return {
      amountInBaseUnits: quote.amountIn.toString(),
      amountOutBaseUnits: quote.amountOut.toString(),
      price: renderQuotePrice(path.tokenIn, path.tokenOut, quote),
      priceImpactBps: quote.priceImpactBps,
      gas: quote.gas.toString(),
    }
  },
})

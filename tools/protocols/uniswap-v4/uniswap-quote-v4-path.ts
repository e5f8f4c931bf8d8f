import type { TokenInfo } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderExecutionPrice } from '../../kit/pool-price.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import { PATH_PARAMETERS, resolvePath } from './path.ts'
import { POOL_ERROR_CODES } from './pool.ts'
import { quotePath } from './quote.ts'

/** Quote a trade along a path of several V4 pools. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_quote_v4_path',
  description: 'Quote a trade along a given path of several Uniswap V4 pools, exact input or exact output.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_quote_v4_path quotes a trade along a given path of Uniswap V4 pools; name the tokens in order and the fee, tick spacing and hook of each pool between them.',
  promptGuidelines: [
    'Give amountBaseUnits of the first token for an exact input, of the last for an exact output.',
    'Each pool of a path costs its own fee, and may run a hook.',
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
  errorCodes: [...POOL_ERROR_CODES, 'ZERO_AMOUNT', 'QUOTE_FAILED'],
  async read({ exact = 'input', ...params }, ctx) {
    const amountBaseUnits = readAmount(params.amountBaseUnits)
    const path = await resolvePath(ctx, params)
    ctx.step('quote')
    const quote = await quotePath(ctx, path, { exact, amountBaseUnits })
    const [first, last] = [path.tokens[0] as TokenInfo, path.tokens.at(-1) as TokenInfo]
    return {
      amountInBaseUnits: quote.amountIn.toString(),
      amountOutBaseUnits: quote.amountOut.toString(),
      price: renderExecutionPrice(quote.amountIn, first, quote.amountOut, last),
      priceImpactBps: quote.priceImpactBps,
      gas: quote.gas.toString(),
    }
  },
})

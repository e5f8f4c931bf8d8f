import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { renderExecutionPrice } from '../../kit/pool-price.ts'
import { CHAINS } from './chains.ts'
import { quoteRoute } from './quote.ts'
import {
  AMOUNT_PARAMETERS,
  endsOf,
  ROUTE_ERROR_CODES,
  ROUTE_PARAMETERS,
  readTradeAmount,
  resolveRoute,
} from './route.ts'

/** Quote a swap in one pool, or along several. */
export const TOOL_DEF = defineReadTool({
  name: 'balancer_quote_swap',
  description: 'Quote a swap in one Balancer V2 pool or along several, exact input or exact output.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'balancer_quote_swap says what an exact input brings or an exact output costs in a Balancer V2 pool, or along up to four of them, with the impact on the price.',
  promptGuidelines: [
    'Give exactly one of amountInBaseUnits and amountOutBaseUnits.',
    'Without poolIds it takes pools that are known; balancer_list_pools lists others.',
  ],
  supportedChains: CHAINS,
  input: Type.Object({ ...ROUTE_PARAMETERS, ...AMOUNT_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    tokenIn: AddressSchema,
    tokenOut: AddressSchema,
    poolIds: Type.Array(HashSchema),
    amountInBaseUnits: BaseUnitsSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    /** Whole tokens out for one whole token in, fees included. */
    price: Type.String(),
    priceImpactBps: Type.Integer(),
  }),
  errorCodes: [...ROUTE_ERROR_CODES, 'ZERO_AMOUNT'],
  async read(params, ctx) {
    const trade = readTradeAmount(params)
    const route = await resolveRoute(ctx, params)
    ctx.step('quote')
    const { amountIn, amountOut, priceImpactBps } = await quoteRoute(ctx, route, trade)
    const [tokenIn, tokenOut] = endsOf(route)
    return {
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      poolIds: [...route.poolIds],
      amountInBaseUnits: amountIn.toString(),
      amountOutBaseUnits: amountOut.toString(),
      price: renderExecutionPrice(amountIn, tokenIn, amountOut, tokenOut),
      priceImpactBps,
    }
  },
})

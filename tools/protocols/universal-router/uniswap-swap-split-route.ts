import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { settleTrade, TRADE_OUTPUT } from '../../kit/settle-trade.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { planLegs } from './legs.ts'
import { ROUTE_ERROR_CODES, resolvePair, splitOverRoutes } from './split-route.ts'

/** Sell an exact input along the routes that pay the most, in one call of the router. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_split_route',
  description:
    'Sell an exact input along the routes over Uniswap V2, V3 and V4 that together pay the most, in one call of the Universal Router.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['tokens', 'routes'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_swap_split_route sells an exact amount in quarters over pools of Uniswap V2, V3 and V4, direct or over one token between, each leg for its quote less the slippage; all or nothing.',
  promptGuidelines: ['See with uniswap_find_best_route how the amount would be shared out.'],
  supportedChains: chainsOf(BASE),
  traits: ['multi-hop'],
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      amountInBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: TRADE_OUTPUT,
  errorCodes: ROUTE_ERROR_CODES,
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    ctx.step('tokens')
    const pair = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('routes')
    const { legs } = await splitOverRoutes(ctx, pair, amountIn)
    return planLegs(ctx, legs, slippageBps)
  },
  settle: settleTrade,
})

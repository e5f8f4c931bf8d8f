import { TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { PoolIdSchema } from './pool.ts'
import { planTrade, settleTrade, TRADE_ERROR_CODES, TRADE_OUTPUT, TRADE_PARAMETERS } from './trade.ts'

/** Swap in one pool. */
export const TOOL_DEF = defineWriteTool({
  name: 'balancer_swap_single',
  description: 'Swap in one Balancer V2 pool, exact input or exact output, with a limit on the other side.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['quote'],
  spriteTrigger: 'executing',
  promptSnippet:
    'balancer_swap_single sells an exact amount, or buys one, in a Balancer V2 pool, bounded by slippageBps; it leaves no allowance.',
  promptGuidelines: [
    'Give exactly one of amountInBaseUnits and amountOutBaseUnits; quote first with balancer_quote_swap.',
    'Without poolId it takes a pool that is known; anybody registers others, of any code.',
    'ETH means WETH here: wrap before paying with it.',
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      poolId: Type.Optional(PoolIdSchema),
      ...TRADE_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: TRADE_OUTPUT,
  errorCodes: TRADE_ERROR_CODES,
  async plan({ tokenIn, tokenOut, poolId, ...params }, ctx) {
    ctx.step('quote')
    const named = { tokens: [tokenIn, tokenOut], ...(poolId === undefined ? {} : { poolIds: [poolId] }) }
    return planTrade(ctx, named, params)
  },
  settle: settleTrade,
})

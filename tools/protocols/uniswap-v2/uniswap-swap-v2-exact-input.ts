import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { planSale, SWAP_ERROR_CODES, SwapInputSchema, SwapResultSchema, settleSwap } from './swap.ts'

/** Swap an exact input in the V2 pair of both tokens. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_v2_exact_input',
  description: 'Swap an exact input in the Uniswap V2 pair of both tokens with a minimum output.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_swap_v2_exact_input sells an exact amount of one token for another in their Uniswap V2 pair, with a minimum output; it leaves no allowance.',
  promptGuidelines: [
    'Compare with the quote of another venue first: a V2 pair takes 0.3 % and has one depth at every price.',
    'The minimum output is the quote less slippageBps (50 by default), or amountOutMinimumBaseUnits.',
    'ETH means WETH here: wrap before paying with it.',
  ],
  supportedChains: chainsOf(BASE),
  input: SwapInputSchema,
  output: SwapResultSchema,
  errorCodes: SWAP_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('plan')
    return planSale(ctx, 'swapExactTokensForTokens', params)
  },
  settle: settleSwap,
})

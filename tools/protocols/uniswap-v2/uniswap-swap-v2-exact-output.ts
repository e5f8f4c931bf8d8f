import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { planPurchase, SWAP_ERROR_CODES, SwapOutputSchema, SwapResultSchema, settleSwap } from './swap.ts'

/** Buy an exact output in the V2 pair of both tokens. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_v2_exact_output',
  description: 'Buy an exact output in the Uniswap V2 pair of both tokens with a maximum input.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_swap_v2_exact_output buys an exact amount of one token with another in their Uniswap V2 pair, spends at most a maximum and leaves no allowance.',
  promptGuidelines: [
    'The maximum input is the quote plus slippageBps (50 by default), or amountInMaximumBaseUnits.',
    'ETH means WETH here: wrap before paying with it.',
  ],
  supportedChains: chainsOf(BASE),
  input: SwapOutputSchema,
  output: SwapResultSchema,
  errorCodes: SWAP_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('plan')
    return planPurchase(ctx, params)
  },
  settle: settleSwap,
})

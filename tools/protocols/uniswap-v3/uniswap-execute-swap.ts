import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { planExactInput, SWAP_ERROR_CODES, SwapInputSchema, SwapResultSchema, settleSwap } from './swap.ts'

/** Swap an exact input through one V3 pool with a minimum output. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_execute_swap',
  description: 'Swap an exact input through one Uniswap V3 pool with a minimum output.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_execute_swap sells an exact amount of one token for another through one Uniswap V3 pool; it approves exactly that amount and enforces a minimum output.',
  promptGuidelines: [
    'Quote first and pass feeTier and quotedAmountOutBaseUnits on; otherwise it quotes the best pool itself.',
    'The minimum output is the quote less slippageBps (50 by default), or amountOutMinimumBaseUnits.',
    'ETH means WETH here: wrap before selling it.',
  ],
  supportedChains: chainsOf(BASE),
  input: SwapInputSchema,
  output: SwapResultSchema,
  errorCodes: SWAP_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('plan')
    return (await planExactInput(ctx, params)).plan
  },
  settle: settleSwap,
})

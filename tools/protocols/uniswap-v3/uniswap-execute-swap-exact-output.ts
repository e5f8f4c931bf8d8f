import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { planExactOutput, SWAP_ERROR_CODES, SwapOutputSchema, SwapResultSchema, settleSwap } from './swap.ts'

/** Buy an exact output through one V3 pool with a maximum input. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_execute_swap_exact_output',
  description: 'Buy an exact output through one Uniswap V3 pool with a maximum input.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_execute_swap_exact_output buys an exact amount of one token with another through one Uniswap V3 pool, spends at most a maximum and leaves no allowance.',
  promptGuidelines: [
    'Quote first and pass feeTier and quotedAmountInBaseUnits on; otherwise it quotes the best pool itself.',
    'The maximum input is the quote plus slippageBps (50 by default), or amountInMaximumBaseUnits.',
    'ETH means WETH here: wrap before paying with it.',
  ],
  supportedChains: chainsOf(BASE),
  input: SwapOutputSchema,
  output: SwapResultSchema,
  errorCodes: SWAP_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('plan')
    return (await planExactOutput(ctx, params)).plan
  },
  settle: settleSwap,
})

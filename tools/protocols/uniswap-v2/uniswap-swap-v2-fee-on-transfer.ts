import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { planSale, SWAP_ERROR_CODES, SwapResultSchema, settleSwap, TaxedSwapSchema } from './swap.ts'

/** Sell a token that keeps a part of what is transferred. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_v2_fee_on_transfer',
  description:
    'Sell or buy a token that takes a fee on transfers in its Uniswap V2 pair; what arrives counts.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_swap_v2_fee_on_transfer trades a token that takes a fee on transfers in its Uniswap V2 pair; the minimum is held against what arrives.',
  promptGuidelines: [
    "Give the token's own fee: transferFeeInBps of what is sold, transferFeeOutBps of what is bought.",
    'For other tokens use uniswap_swap_v2_exact_input, which costs less gas.',
  ],
  supportedChains: chainsOf(BASE),
  input: TaxedSwapSchema,
  output: SwapResultSchema,
  errorCodes: SWAP_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('plan')
    return planSale(ctx, 'swapExactTokensForTokensSupportingFeeOnTransferTokens', params)
  },
  settle: settleSwap,
})

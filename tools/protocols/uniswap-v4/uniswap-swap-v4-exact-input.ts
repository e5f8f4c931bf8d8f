import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import { resolvePair } from './currency.ts'
import { poolOf } from './pool.ts'
import { planSwap, SWAP_ERROR_CODES, SwapInputSchema, SwapResultSchema, settleSwap } from './swap.ts'

/** Swap an exact input in one V4 pool. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_v4_exact_input',
  description: 'Swap an exact input of a token in one Uniswap V4 pool with a minimum output.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_swap_v4_exact_input sells an exact amount of a token in the Uniswap V4 pool of a fee, spacing and hook, with a minimum output; ETH is bought as the native coin, and no allowance is left.',
  promptGuidelines: [
    'Quote the pool with uniswap_quote_v4_pool first, and look at a hook with hook_simulate_swap.',
    'The native coin cannot be paid: sell its wrapped form in a pool of that one.',
  ],
  supportedChains: chainsOf(BASE),
  input: SwapInputSchema,
  output: SwapResultSchema,
  errorCodes: SWAP_ERROR_CODES,
  async plan({ slippageBps, amountOutMinimumBaseUnits: least, ...params }, ctx) {
    const amountBaseUnits = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('plan')
    return planSwap(ctx, {
      tokenIn,
      tokenOut,
      pool: poolOf(tokenIn, tokenOut, params),
      trade: { exact: 'input', amountBaseUnits },
      slippageBps,
      limit: least === undefined ? undefined : BigInt(least),
    })
  },
  settle: settleSwap,
})

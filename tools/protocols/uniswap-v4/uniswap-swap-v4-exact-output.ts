import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import { resolvePair } from './currency.ts'
import { poolOf } from './pool.ts'
import { planSwap, SWAP_ERROR_CODES, SwapOutputSchema, SwapResultSchema, settleSwap } from './swap.ts'

/** Buy an exact output in one V4 pool. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_v4_exact_output',
  description: 'Buy an exact output in one Uniswap V4 pool with a maximum input of a token.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_swap_v4_exact_output buys an exact amount in the Uniswap V4 pool of a fee, spacing and hook, with a maximum input; ETH is bought as the native coin, and no allowance is left.',
  promptGuidelines: [
    'Quote the pool with uniswap_quote_v4_pool first, and look at a hook with hook_simulate_swap.',
    'The native coin cannot be paid: sell its wrapped form in a pool of that one.',
  ],
  supportedChains: chainsOf(BASE),
  input: SwapOutputSchema,
  output: SwapResultSchema,
  errorCodes: SWAP_ERROR_CODES,
  async plan({ slippageBps, amountInMaximumBaseUnits: most, ...params }, ctx) {
    const amountBaseUnits = readAmount(params.amountOutBaseUnits, 'amountOutBaseUnits')
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('plan')
    return planSwap(ctx, {
      tokenIn,
      tokenOut,
      pool: poolOf(tokenIn, tokenOut, params),
      trade: { exact: 'output', amountBaseUnits },
      slippageBps,
      limit: most === undefined ? undefined : BigInt(most),
    })
  },
  settle: settleSwap,
})

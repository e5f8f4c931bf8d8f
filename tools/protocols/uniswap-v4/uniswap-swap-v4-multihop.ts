import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { BASE } from './base.ts'
import { resolvePath } from './path.ts'
import { planSwapAlong, SWAP_ERROR_CODES, SwapPathSchema, SwapResultSchema, settleSwap } from './swap.ts'

/** Swap an exact input along several V4 pools. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_swap_v4_multihop',
  description: 'Swap an exact input along a path of several Uniswap V4 pools with a minimum output.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_swap_v4_multihop sells an exact amount along a given path of Uniswap V4 pools in one unlock, with a minimum output; ETH may stand between and be bought, and no allowance is left.',
  promptGuidelines: [
    'Quote the path with uniswap_quote_v4_path first, and look at each hook with hook_simulate_swap.',
    'The native coin cannot be paid: begin with its wrapped form in a pool of that one.',
  ],
  supportedChains: chainsOf(BASE),
  input: SwapPathSchema,
  output: SwapResultSchema,
  errorCodes: SWAP_ERROR_CODES,
  traits: ['multi-hop'],
  async plan({ slippageBps, amountOutMinimumBaseUnits: least, ...params }, ctx) {
    const amountBaseUnits = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const path = await resolvePath(ctx, params)
    ctx.step('plan')
    return planSwapAlong(ctx, {
      path,
      trade: { exact: 'input', amountBaseUnits },
      slippageBps,
      limit: least === undefined ? undefined : BigInt(least),
    })
  },
  settle: settleSwap,
})

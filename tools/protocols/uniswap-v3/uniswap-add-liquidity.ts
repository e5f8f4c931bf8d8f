import { chainsOf } from '../../core/base.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { MintSchema, PositionChangeSchema, planMint, settlePosition } from './liquidity.ts'
import { BUDGET_ERROR_CODES } from './range.ts'

/** Mint a new V3 position for a price range with amount minimums. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_add_liquidity',
  description: 'Mint a new Uniswap V3 position for a price range with amount minimums.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_add_liquidity opens a Uniswap V3 position in a price range with at most the given amounts of both tokens, approves exactly what it takes and leaves no allowance.',
  promptGuidelines: [
    'Compute the amounts first with uniswap_compute_liquidity_amounts; a budget off the ratio is not used up.',
    'Give both ticks, or rangeTicks for a range around the current price.',
    'A narrow range earns more and falls out of range sooner.',
  ],
  supportedChains: chainsOf(BASE),
  input: MintSchema,
  output: PositionChangeSchema,
  errorCodes: BUDGET_ERROR_CODES,
  async plan(params, ctx) {
    ctx.step('plan')
    return (await planMint(ctx, params)).plan
  },
  settle: settlePosition,
})

import { planWithNeeds } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { settleTrade, TRADE_OUTPUT } from '../../kit/settle-trade.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { askQuotes, QUOTE_ERROR_CODES, requireBest, resolvePair, sellAt } from './quotes.ts'

/** Sell an exact amount on the venue that quotes the most for it. */
export const TOOL_DEF = defineWriteTool({
  name: 'agg_execute_best_swap',
  description:
    'Sell an exact amount of one token for another on the venue that pays the most at planning time.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['tokens', 'quotes'],
  spriteTrigger: 'executing',
  promptSnippet:
    'agg_execute_best_swap sells an exact amount on whichever enabled venue quotes the most for it, for no less than that quote less the slippage.',
  promptGuidelines: ['Compare quotes first where the amount is large; a large one may be split.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      amountInBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: TRADE_OUTPUT,
  errorCodes: QUOTE_ERROR_CODES,
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    ctx.step('tokens')
    const pair = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('quotes')
    const best = requireBest(await askQuotes(ctx, pair, amountIn), pair, amountIn)
    return planWithNeeds([sellAt(best, pair, amountIn, { slippageBps })], [], {})
  },
  settle: settleTrade,
})

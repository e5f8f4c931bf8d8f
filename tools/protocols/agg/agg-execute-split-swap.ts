import { ToolError } from '../../core/errors.ts'
import type { PlacedNeed } from '../../core/need.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { settleTrade, TRADE_OUTPUT } from '../../kit/settle-trade.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { amountOfParts, splitParts } from '../../kit/split-parts.ts'
import { askQuotes, QUOTE_ERROR_CODES, requireBest, resolvePair, sellAt } from './quotes.ts'

/** Parts into which a trade is shared out; each is a quarter. */
const PARTS = 4

/** Sell an exact amount over several venues in one transaction. */
export const TOOL_DEF = defineWriteTool({
  name: 'agg_execute_split_swap',
  description:
    'Sell an exact amount over several venues in one transaction, shared out in quarters where it brings the most.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['tokens', 'quotes'],
  spriteTrigger: 'executing',
  promptSnippet:
    'agg_execute_split_swap sells an exact amount over the enabled venues in one transaction, in quarters shared out so that all of them together pay the most.',
  promptGuidelines: ['For small amounts one venue is cheaper in gas: use swap.'],
  supportedChains: EVM_CHAINS,
  traits: ['multi-hop'],
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      amountInBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
      amountOutMinimumBaseUnits: Type.Optional(
        Type.String({
          ...BaseUnitsSchema,
          description: 'least output of all venues together, base units; slippageBps binds besides',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: TRADE_OUTPUT,
  errorCodes: [...QUOTE_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    ctx.step('tokens')
    const pair = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('quotes')
    const shares = Array.from({ length: PARTS }, (_, at) => amountOfParts(amountIn, at + 1, PARTS))
    const asked = await Promise.all(
      shares.map(async (share) =>
        share === 0n ? { quotes: [], refusals: [] } : askQuotes(ctx, pair, share),
      ),
    )
    const venues = [...new Set(asked.flatMap(({ quotes }) => quotes.map(({ protocol }) => protocol)))].sort()
    const curves = venues.map((venue) => ({
      venue,
      amountsOut: asked.map(
        ({ quotes }) => quotes.find(({ protocol }) => protocol === venue)?.amountOutBaseUnits,
      ),
    }))
    const legs = splitParts(curves, PARTS)
    if (legs === undefined) {
      const whole = asked.at(-1) ?? { quotes: [], refusals: [] }
      requireBest(whole, pair, amountIn)
      throw new ToolError('INSUFFICIENT_LIQUIDITY', {
        subject: 'what all venues take together',
        found: 0n,
        expected: amountIn,
      })
    }
    const least = BigInt(params.amountOutMinimumBaseUnits ?? '0')
    const quoted = legs.reduce((sum, { amountOutBaseUnits }) => sum + amountOutBaseUnits, 0n)
    const needs = legs.map((leg, at) => {
      const before = legs.slice(0, at).reduce((parts, { parts: own }) => parts + own, 0)
      const share =
        amountOfParts(amountIn, before + leg.parts, PARTS) - amountOfParts(amountIn, before, PARTS)
      // Rounded up at each venue, the parts of the least make up the whole of it.
      const leastOutBaseUnits = divideUp(least * leg.amountOutBaseUnits, quoted)
      return sellAt({ ...leg, protocol: leg.venue }, pair, share, { slippageBps, leastOutBaseUnits })
    })
    return planWithNeeds(needs as unknown as readonly [PlacedNeed, ...PlacedNeed[]], [], {})
  },
  settle: settleTrade,
})

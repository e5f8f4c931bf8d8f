import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { askQuotes, QUOTE_ERROR_CODES, resolvePair } from './quotes.ts'

/** Compare what every enabled venue pays for a trade now. */
export const TOOL_DEF = defineReadTool({
  name: 'agg_compare_quotes',
  description: 'Compare live quotes of every enabled venue for selling an exact amount, the best first.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['tokens', 'quotes'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'agg_compare_quotes asks every enabled venue what it pays for an exact amount of a token and answers all quotes, the best first, and why the others refuse.',
  promptGuidelines: ['Quotes are before gas; a swap takes the best one by itself.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { tokenIn: TokenSchema, tokenOut: TokenSchema, amountInBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    tokenIn: AddressSchema,
    tokenOut: AddressSchema,
    amountInBaseUnits: BaseUnitsSchema,
    /** Null where no venue has a pool. */
    best: Type.Union([Type.String(), Type.Null()]),
    quotes: Type.Array(
      Type.Object({
        protocol: Type.String(),
        amountOutBaseUnits: BaseUnitsSchema,
        /** By how much it pays less than the best, rounded down. */
        worseThanBestBps: Type.Integer(),
      }),
    ),
    refusals: Type.Array(
      Type.Object({ protocol: Type.String(), code: Type.String(), reason: Type.String() }),
    ),
  }),
  errorCodes: QUOTE_ERROR_CODES.filter((code) => code !== 'NO_VENUE_QUOTES'),
  async read(params, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    ctx.step('tokens')
    const pair = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    ctx.step('quotes')
    const { quotes, refusals } = await askQuotes(ctx, pair, amountIn)
    const most = quotes[0]?.amountOutBaseUnits ?? 0n
    return {
      tokenIn: pair[0].address,
      tokenOut: pair[1].address,
      amountInBaseUnits: amountIn.toString(),
      best: quotes[0]?.protocol ?? null,
      quotes: quotes.map(({ protocol, amountOutBaseUnits }) => ({
        protocol,
        amountOutBaseUnits: amountOutBaseUnits.toString(),
        worseThanBestBps: Number(((most - amountOutBaseUnits) * 10_000n) / most),
      })),
      refusals: refusals.map((refusal) => ({ ...refusal })),
    }
  },
})

import { chainsOf } from '../../core/base.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { describeToken, TOKEN_OUTPUT } from './describe.ts'
import { renderBase } from './health.ts'
import { readPrices } from './read-prices.ts'
import { pickReserve, RESERVE_ERROR_CODES, type Reserve, readReserves } from './reserve.ts'

/** Read the prices that Aave itself uses. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_oracle_prices',
  description: 'Read the prices and their sources that Aave V3 itself uses.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['reserves', 'prices'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_oracle_prices reads the US dollar prices that Aave V3 counts collateral and debt at, with the source of each, for all reserves or those named.',
  promptGuidelines: ['These prices decide liquidations, whatever markets or other feeds say.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { tokens: Type.Optional(Type.Array(TokenSchema, { minItems: 1, maxItems: 50 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    prices: Type.Array(
      Type.Object({
        ...TOKEN_OUTPUT,
        /** Null where the source gives none. */
        priceUsd: Type.Union([Type.String(), Type.Null()]),
        source: AddressSchema,
      }),
    ),
  }),
  errorCodes: RESERVE_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('reserves')
    const all = await readReserves(ctx)
    const named = await Promise.all((params.tokens ?? []).map((token) => resolveErc20(ctx, token)))
    const reserves = params.tokens === undefined ? all : named.map((token) => pickReserve(all, token))
    ctx.step('prices')
    const prices = await readPrices(ctx, reserves)
    return {
      prices: prices.map(({ priceBase, source }, index) => ({
        ...describeToken(reserves[index] as Reserve),
        priceUsd: priceBase === undefined ? null : renderBase(priceBase),
        source,
      })),
    }
  },
})

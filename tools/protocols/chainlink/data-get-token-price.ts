import { ToolError } from '../../core/errors.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { judgePrices, listFeeds, NO_STATE, renderPrice, requirePrice } from '../../kit/usd-price.ts'

/** Get a token's USD price from its feed, with source and age. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_token_price',
  aliases: ['price'],
  description: "Get a token's USD price from its price feed, with source, age and staleness.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_token_price gets the USD price of one token from its price feed and tells how old it is and whether it is stale.',
  promptGuidelines: ['Do not act on a stale price.', 'Compare with data from pools before a large trade.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ token: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    priceUsd: Type.String(),
    source: Type.Literal('feed'),
    feed: AddressSchema,
    updatedAtSeconds: Type.Integer(),
    ageSeconds: Type.Integer(),
    maxStalenessSeconds: Type.Integer(),
    isStale: Type.Boolean(),
    isModelFeed: Type.Boolean(),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'NO_PRICE', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const token = await resolveToken(ctx, params.token)
    const { feed } = token
    if (feed === undefined) {
      throw new ToolError('NO_PRICE', { token: token.symbol, reason: 'the token has no price feed' })
    }
    ctx.step('read')
    const state = await ctx.chain.readState({ ...NO_STATE, feeds: listFeeds([token]) })
    const price = requirePrice(token, judgePrices([token], state)[0])
    return {
      token: token.address,
      symbol: token.symbol,
      priceUsd: renderPrice(price),
      source: 'feed' as const,
      feed: feed.address,
      updatedAtSeconds: price.updatedAtSeconds,
      ageSeconds: price.ageSeconds,
      maxStalenessSeconds: feed.maxStalenessSeconds,
      isStale: price.isStale,
      isModelFeed: feed.isModel,
    }
  },
})

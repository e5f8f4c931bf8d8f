import { formatUnits } from 'viem'
import { NATIVE_TOKEN, type TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20, resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import {
  judgePrices,
  listFeeds,
  NO_STATE,
  type PriceVerdict,
  renderPrice,
  type UsdPrice,
} from '../../kit/usd-price.ts'
import { readPrices } from './pool-prices.ts'

/** Get a token's USD price from its feed, or else from a pool, with source and age. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_token_price',
  aliases: ['price'],
  description:
    "Get a token's USD price from its price feed, or else a pool's 30-minute TWAP, with source, age and staleness.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_token_price gets the USD price of one token from its price feed, or the time-weighted one of its deepest pool where no feed answers, and tells how old it is and whether it is stale.',
  promptGuidelines: [
    'Do not act on a stale price.',
    'A twap is as good as its pool is deep: who pays for it can move that of a shallow one.',
    'Compare with data from pools before a large trade.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ token: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    priceUsd: Type.String(),
    source: Type.Union([Type.Literal('feed'), Type.Literal('twap')]),
    /** Why its own feed tells no price; null where it does. */
    feedProblem: Type.Union([Type.String(), Type.Null()]),
    /** The pool of a twap. */
    pool: Type.Union([
      Type.Object({ address: AddressSchema, quote: Type.String(), feeTier: Type.Integer() }),
      Type.Null(),
    ]),
    /** The token's feed; with a twap that of the quote. Age and staleness are its. */
    feed: AddressSchema,
    updatedAtSeconds: Type.Integer(),
    ageSeconds: Type.Integer(),
    maxStalenessSeconds: Type.Integer(),
    isStale: Type.Boolean(),
    isModelFeed: Type.Boolean(),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'NO_PRICE', 'CHAIN_READ_FAILED', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    const token = await resolveToken(ctx, params.token)
    const of = { token: token.address, symbol: token.symbol }
    ctx.step('read')
    const { price, reason } = await readFeed(ctx, token)
    if (price) {
      const source = { source: 'feed' as const, feedProblem: null, pool: null }
      return { ...of, priceUsd: renderPrice(price), ...source, ...describeFeed(token, price) }
    }
    const { pools } = await readPrices(
      ctx,
      token.address === NATIVE_TOKEN ? await resolveErc20(ctx, params.token) : token,
    )
    const deepest = pools.find(({ twapWad = 0n }) => twapWad > 0n)
    if (deepest?.twapWad === undefined) {
      throw new ToolError('NO_PRICE', {
        token: token.symbol,
        reason: `${reason}, and no pool over a priced token has recorded 30 minutes`,
      })
    }
    const { pool: address, quote, feeTier, quotePrice } = deepest
    return {
      ...of,
      priceUsd: formatUnits(deepest.twapWad, 18),
      source: 'twap' as const,
      feedProblem: reason,
      pool: { address, quote: quote.symbol, feeTier },
      ...describeFeed(quote, quotePrice),
    }
  },
})

async function readFeed({ chain }: Pick<ToolContext, 'chain'>, token: TokenInfo): Promise<PriceVerdict> {
  const feeds = listFeeds([token])
  const state = feeds.length > 0 ? await chain.readState({ ...NO_STATE, feeds }) : undefined
  const [verdict] = judgePrices([token], state ?? { feeds: [], timestampSeconds: 0n })
  return verdict as PriceVerdict
}

function describeFeed({ feed, symbol }: TokenInfo, { updatedAtSeconds, ageSeconds, isStale }: UsdPrice) {
  if (feed === undefined)
    throw new ToolError('NO_PRICE', { token: symbol, reason: 'the token has no price feed' })
  const { address, maxStalenessSeconds, isModel } = feed
  return { feed: address, updatedAtSeconds, ageSeconds, maxStalenessSeconds, isStale, isModelFeed: isModel }
}

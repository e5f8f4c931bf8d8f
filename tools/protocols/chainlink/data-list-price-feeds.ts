import type { PriceFeedInfo, TokenInfo } from '../../core/address-book.ts'
import { differenceBps } from '../../core/outcome.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { aggregatorV3Abi } from '../../kit/aggregator-v3-abi.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { judgePrices, NO_STATE, renderPrice, scaleTo18 } from '../../kit/usd-price.ts'

const Nullable = {
  text: Type.Union([Type.String(), Type.Null()]),
  integer: Type.Union([Type.Integer(), Type.Null()]),
}

/** List the price feeds of the known tokens, both publishers. */
export const TOOL_DEF = defineReadTool({
  name: 'data_list_price_feeds',
  description: 'List the price feeds of the known tokens with heartbeat, age and second publisher.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_list_price_feeds lists the price feeds of all known tokens: price, age, heartbeat, and how far both publishers of a price are apart.',
  promptGuidelines: ['A token without a feed has no price that limits are judged by.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    feeds: Type.Array(
      Type.Object({
        token: AddressSchema,
        symbol: Type.String(),
        publisher: Type.Union([Type.Literal('first'), Type.Literal('second')]),
        feed: AddressSchema,
        description: Type.String(),
        isModel: Type.Boolean(),
        /** Null where the feed says no usable price, for the reason. */
        priceUsd: Nullable.text,
        reason: Nullable.text,
        ageSeconds: Nullable.integer,
        maxStalenessSeconds: Type.Integer(),
        isStale: Type.Boolean(),
      }),
    ),
    /** How far the publishers of a token are apart; tokens with two usable prices only. */
    divergences: Type.Array(Type.Object({ symbol: Type.String(), divergenceBps: Type.Integer() })),
    /** Symbols of known tokens that have no feed. */
    withoutFeed: Type.Array(Type.String()),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    const batch = inOneCall(ctx.book)
    const listed = ctx.book.tokens.flatMap(listOf)
    ctx.step('read')
    const [state, descriptions] = await Promise.all([
      ctx.chain.readState({ ...NO_STATE, feeds: listed.map(({ feed }) => feed.address) }),
      ctx.chain.multicall({
        ...batch,
        contracts: listed.map(
          ({ feed: { address } }) =>
            ({ address, abi: aggregatorV3Abi, functionName: 'description' }) as const,
        ),
      }),
    ])
    const verdicts = judgePrices(
      listed.map(({ token, feed }) => ({ ...token, feed })),
      state,
    )
    const feeds = listed.map(({ token, publisher, feed }, index) => {
      const { price, reason } = verdicts[index] ?? { reason: 'the feed was not read' }
      return {
        token: token.address,
        symbol: token.symbol,
        publisher,
        feed: feed.address,
        description: descriptions[index]?.result ?? '',
        isModel: feed.isModel,
        priceUsd: price ? renderPrice(price) : null,
        reason: reason ?? null,
        ageSeconds: price?.ageSeconds ?? null,
        maxStalenessSeconds: feed.maxStalenessSeconds,
        isStale: price?.isStale ?? false,
      }
    })
    return {
      feeds,
      divergences: ctx.book.tokens.flatMap(({ symbol, address }) => {
        const [first, second] = listed.flatMap(({ token }, index) => {
          const price = token.address === address ? verdicts[index]?.price : undefined
          return price ? [scaleTo18(price)] : []
        })
        if (first === undefined || second === undefined) return []
        return [{ symbol, divergenceBps: differenceBps(first, second) }]
      }),
      withoutFeed: ctx.book.tokens.filter(({ feed }) => feed === undefined).map(({ symbol }) => symbol),
    }
  },
})

interface Listed {
  readonly token: TokenInfo
  readonly publisher: 'first' | 'second'
  readonly feed: PriceFeedInfo
}

function listOf(token: TokenInfo): Listed[] {
  const { feed, secondaryFeed } = token
  return [
    ...(feed ? [{ token, publisher: 'first' as const, feed }] : []),
    ...(secondaryFeed ? [{ token, publisher: 'second' as const, feed: secondaryFeed }] : []),
  ]
}

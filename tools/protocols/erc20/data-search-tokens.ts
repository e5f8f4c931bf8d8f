import type { TokenInfo } from '../../core/address-book.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { findNearest } from '../../core/suggest.ts'
import { describeNative } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Find tokens by symbol, name or address fragment in the token list of the chain. */
export const TOOL_DEF = defineReadTool({
  name: 'data_search_tokens',
  description: 'Find tokens by symbol, name or address fragment in the token list of the chain.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['search'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_search_tokens finds listed tokens of the chain by a piece of their symbol, name or address; use it before naming a token.',
  promptGuidelines: ['Use the addresses that it returns; never make one up.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 64, description: 'part of a symbol, name or address' }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: 'most results, 10 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    matches: Type.Array(
      Type.Object({
        symbol: Type.String(),
        name: Type.String(),
        token: AddressSchema,
        decimals: Type.Integer(),
        hasPriceFeed: Type.Boolean(),
      }),
    ),
    totalMatches: Type.Integer(),
    /** Nearest symbol when nothing matched. */
    suggestion: Type.Union([Type.String(), Type.Null()]),
  }),
  errorCodes: [],
  async read({ query, limit = 10 }, ctx) {
    ctx.step('search')
    const tokens = [describeNative(ctx.book), ...ctx.book.tokens]
    const matches = tokens
      .map((token) => ({ token, rank: rankMatch(token, query.toLowerCase()) }))
      .filter(({ rank }) => rank < NO_MATCH)
      .sort((a, b) => a.rank - b.rank)
    return {
      matches: matches.slice(0, limit).map(({ token }) => ({
        symbol: token.symbol,
        name: token.name,
        token: token.address,
        decimals: token.decimals,
        hasPriceFeed: token.feed !== undefined,
      })),
      totalMatches: matches.length,
      suggestion:
        matches.length > 0
          ? null
          : (findNearest(
              query,
              tokens.map((token) => token.symbol),
            ) ?? null),
    }
  },
})

const NO_MATCH = 4

function rankMatch(token: TokenInfo, query: string): number {
  const symbol = token.symbol.toLowerCase()
  if (symbol === query || token.address.toLowerCase() === query) return 0
  if (symbol.startsWith(query)) return 1
  if (symbol.includes(query) || token.name.toLowerCase().includes(query)) return 2
  return query.length >= 4 && token.address.toLowerCase().includes(query) ? 3 : NO_MATCH
}

import { formatUnits } from 'viem'
import { differenceBps } from '../../core/outcome.ts'
import { AddressSchema, BpsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { renderPrice, scaleTo18 } from '../../kit/usd-price.ts'
import { readPrices } from './pool-prices.ts'

const Nullable = {
  text: Type.Union([Type.String(), Type.Null()]),
  bps: Type.Union([Type.Integer(), Type.Null()]),
}

/** Compare feed, time-weighted and spot price of a token: staleness, divergence, zero price. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_check_price_sanity',
  description: 'Compare feed, 30-minute TWAP and spot price of a token: staleness, divergence, zero price.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'judge'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_check_price_sanity compares the price feed of a token with the time-weighted and the spot price of its deepest pool, and names staleness and divergence.',
  promptGuidelines: ['Do not trade on a price that is not sane.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      maxDivergenceBps: Type.Optional({ ...BpsSchema, description: 'allowed divergence, 200 by default' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    verdict: Type.Union([Type.Literal('sane'), Type.Literal('suspicious'), Type.Literal('unverified')]),
    feedPriceUsd: Nullable.text,
    feedAgeSeconds: Type.Union([Type.Integer(), Type.Null()]),
    /** Deepest pool with a priced quote token; null when there is none. */
    pool: Type.Union([
      Type.Object({ address: AddressSchema, quote: Type.String(), feeTier: Type.Integer() }),
      Type.Null(),
    ]),
    twapPriceUsd: Nullable.text,
    spotPriceUsd: Nullable.text,
    feedToTwapBps: Nullable.bps,
    feedToSpotBps: Nullable.bps,
    reasons: Type.Array(Type.String()),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read({ token: reference, maxDivergenceBps = 200 }, ctx) {
    const token = await resolveErc20(ctx, reference)
    ctx.step('read')
    const { first, pools } = await readPrices(ctx, token)
    ctx.step('judge')
    const [deepest] = pools
    const feed = first.price
    const feedWad = feed && scaleTo18(feed)
    const feedToTwapBps = feedWad && deepest?.twapWad ? differenceBps(deepest.twapWad, feedWad) : null
    const feedToSpotBps = feedWad && deepest ? differenceBps(deepest.spotWad, feedWad) : null

    const alarms: string[] = []
    if (!feed) alarms.push(first.reason ?? 'the feed was not read')
    if (feed?.isStale) alarms.push(`the feed is ${feed.ageSeconds} s old, older than its heartbeat`)
    const judge = (name: string, bps: number | null) => {
      if (bps !== null && bps > maxDivergenceBps) {
        alarms.push(`feed and ${name} differ by ${bps} bps, allowed ${maxDivergenceBps}`)
      }
    }
    judge('TWAP', feedToTwapBps)
    judge('spot', feedToSpotBps)
    const gaps: string[] = []
    if (!deepest) gaps.push('no pool with a priced quote token to compare with')
    else {
      if (deepest.quotePrice.isStale) {
        gaps.push(
          `the price of ${deepest.quote.symbol}, in which the pool is quoted, is older than its heartbeat`,
        )
      }
      if (deepest.twapWad === undefined) gaps.push('the pool has not recorded 30 minutes yet; spot only')
    }
    return {
      token: token.address,
      symbol: token.symbol,
      verdict:
        alarms.length > 0
          ? ('suspicious' as const)
          : gaps.length > 0
            ? ('unverified' as const)
            : ('sane' as const),
      feedPriceUsd: feed ? renderPrice(feed) : null,
      feedAgeSeconds: feed?.ageSeconds ?? null,
      pool: deepest ? { address: deepest.pool, quote: deepest.quote.symbol, feeTier: deepest.feeTier } : null,
      twapPriceUsd: deepest?.twapWad === undefined ? null : formatUnits(deepest.twapWad, 18),
      spotPriceUsd: deepest ? formatUnits(deepest.spotWad, 18) : null,
      feedToTwapBps,
      feedToSpotBps,
      reasons: [...alarms, ...gaps],
    }
  },
})

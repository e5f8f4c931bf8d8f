import { formatUnits, parseUnits } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { type PriceVerdict, scaleTo18 } from '../../kit/usd-price.ts'
import { readPrices } from './pool-prices.ts'

/** Pools that are looked at, the deepest first. */
const MOST_POOLS = 3

const DEFAULT_DRIFT_BPS = 50
const DEFAULT_BREAK_BPS = 200

/** Measure how far a stablecoin is from its peg, on its feeds and in its deepest pools. */
export const TOOL_DEF = defineReadTool({
  name: 'data_check_stablecoin_peg',
  description: "Measure a stablecoin's distance from its peg on feeds and pools.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'judge'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_check_stablecoin_peg measures how far a stablecoin is from its peg by both price feeds and its deepest pools, and judges the worst of them.',
  promptGuidelines: ['A pool leaves the peg before a feed does: do not wait for the feed.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      pegUsd: Type.Optional(
        Type.String({ pattern: '^(0|[1-9][0-9]{0,9})(\\.[0-9]{1,18})?$', description: '1 by default' }),
      ),
      driftBps: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: `${DEFAULT_DRIFT_BPS} by default` }),
      ),
      breakBps: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: `${DEFAULT_BREAK_BPS} by default` }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    pegUsd: Type.String(),
    /** By the source that is furthest away; unverified where neither a fresh feed nor a pool over one shows a price. */
    verdict: Type.Union([
      Type.Literal('on-peg'),
      Type.Literal('drifting'),
      Type.Literal('off-peg'),
      Type.Literal('unverified'),
    ]),
    sources: Type.Array(
      Type.Object({
        source: Type.Union([Type.Literal('first feed'), Type.Literal('second feed'), Type.Literal('pool')]),
        contract: AddressSchema,
        /** What a pool is quoted in, whose own price is taken from its feed. */
        quote: Type.Union([Type.String(), Type.Null()]),
        priceUsd: Type.String(),
        /** Above the peg, or below zero under it. */
        distanceBps: Type.Integer(),
        isStale: Type.Boolean(),
      }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const { pegUsd = '1', driftBps = DEFAULT_DRIFT_BPS, breakBps = DEFAULT_BREAK_BPS } = params
    const pegWad = parseUnits(pegUsd, 18)
    if (pegWad === 0n) throw new ToolError('INVALID_PARAMS', { path: '/pegUsd', problem: 'is zero' })
    if (breakBps < driftBps) {
      const problem = `is ${breakBps}, expected no less than driftBps (${driftBps})`
      throw new ToolError('INVALID_PARAMS', { path: '/breakBps', problem })
    }
    const token = await resolveErc20(ctx, params.token)
    ctx.step('read')
    const { first, second, pools } = await readPrices(ctx, token)
    ctx.step('judge')
    const describe = (priceWad: bigint) => ({
      priceUsd: formatUnits(priceWad, 18),
      distanceBps: Number(((priceWad - pegWad) * 10_000n) / pegWad),
    })
    const describeFeed = (
      source: 'first feed' | 'second feed',
      contract: typeof token.address | undefined,
      price: PriceVerdict['price'],
    ) =>
      contract && price
        ? [{ source, contract, quote: null, ...describe(scaleTo18(price)), isStale: price.isStale }]
        : []
    const sources = [
      ...describeFeed('first feed', token.feed?.address, first.price),
      ...describeFeed('second feed', token.secondaryFeed?.address, second?.price),
      ...pools.slice(0, MOST_POOLS).map((pool) => ({
        source: 'pool' as const,
        contract: pool.pool,
        quote: pool.quote.symbol,
        ...describe(pool.spotWad),
        isStale: pool.quotePrice.isStale,
      })),
    ]
    const fresh = sources.filter(({ isStale }) => !isStale)
    const worst = Math.max(...fresh.map(({ distanceBps }) => Math.abs(distanceBps)))
    return {
      token: token.address,
      symbol: token.symbol,
      pegUsd,
      verdict:
        fresh.length === 0
          ? ('unverified' as const)
          : worst >= breakBps
            ? ('off-peg' as const)
            : worst >= driftBps
              ? ('drifting' as const)
              : ('on-peg' as const),
      sources,
    }
  },
})

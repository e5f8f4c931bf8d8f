import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import type { PoolPrice } from '../../core/market.ts'
import { listQuotes } from '../../kit/quotes.ts'
import { judgePrices, NO_STATE, type PriceVerdict, scaleTo18, type UsdPrice } from '../../kit/usd-price.ts'

/** A pool with its prices in USD, scaled by 10^18. */
export interface UsdPool extends PoolPrice {
  /** The product of its virtual reserves, that of the quote in USD: to compare pools of one token by. */
  readonly depth: bigint
  readonly quotePrice: UsdPrice
}

/**
 * Read what feeds and pools say a token is worth, in one request for all feeds and one a market: the verdicts on the
 * token's own feeds, and its pools over priced quotes, the deepest first.
 */
export async function readPrices(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'markets'>,
  token: TokenInfo,
): Promise<{
  readonly first: PriceVerdict
  /** Undefined of a token with one publisher. */
  readonly second: PriceVerdict | undefined
  readonly pools: readonly UsdPool[]
}> {
  const { feed, secondaryFeed } = token
  const quotes = listQuotes(ctx.book, token)
  const priced = [token, ...(secondaryFeed ? [{ ...token, feed: secondaryFeed }] : []), ...quotes]
  const [state, pools] = await Promise.all([
    ctx.chain.readState({
      ...NO_STATE,
      feeds: priced.flatMap((one) => (one.feed ? [one.feed.address] : [])),
    }),
    Promise.all(ctx.markets.map((market) => market.readPrices(ctx, token))),
  ])
  const verdicts = judgePrices(priced, state)
  const none = { reason: feed ? 'the feed was not read' : 'the token has no price feed' }
  return {
    first: verdicts[0] ?? none,
    second: secondaryFeed && verdicts[1],
    pools: pools
      .flat()
      .flatMap((pool) => {
        const price = verdicts[priced.indexOf(pool.quote)]?.price
        return price ? [toUsd(pool, price)] : []
      })
      .toSorted((a, b) => (a.depth < b.depth ? 1 : a.depth > b.depth ? -1 : 0)),
  }
}

/** Prices in USD, and the pool's depth, which is the same for pools of one size whatever they are quoted in. */
function toUsd(pool: PoolPrice, quotePrice: UsdPrice): UsdPool {
  const usdWad = scaleTo18(quotePrice)
  const inUsd = (quoteWad: bigint) => (quoteWad * usdWad) / 10n ** 18n
  const { twapWad, ...spot } = pool
  return {
    ...spot,
    spotWad: inUsd(pool.spotWad),
    ...(twapWad === undefined ? {} : { twapWad: inUsd(twapWad) }),
    // L² is the product of both virtual reserves in base units. Each is worth the same: that of the token, which all pools
    // have in common, stays in its base units.
    depth: (pool.liquidity ** 2n * usdWad) / 10n ** BigInt(pool.quote.decimals),
    quotePrice,
  }
}

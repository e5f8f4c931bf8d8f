import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import type { ControlHandlers, MarketTarget } from '../../../tools/devtools/chain-control.ts'
import type { MarketAccess, MarketState, PairPrice } from '../../protocols/testbed-market.ts'
import type { Feeds } from '../feeds.ts'
import type { Ground } from '../ground.ts'
import { findVenue } from '../venues.ts'

/** Carry out what the test net's tools do to feeds and markets. */
export const controlMarket = (
  { chain: { book, fork } }: Ground,
  access: MarketAccess,
  feeds: Feeds,
): Pick<ControlHandlers, 'setOraclePrice' | 'movePoolPrice' | 'deployMockPool'> => ({
  async setOraclePrice({ feed, answer, ageSeconds }) {
    const token = book.tokens.find(({ feed: known }) => known && isAddressEqual(known.address, feed))
    // Both publishers see the same market.
    const sources = [token?.feed, token?.secondaryFeed].flatMap((source) => source ?? [])
    const unit = token?.feed?.decimals ?? 0
    await feeds.set(
      sources.map(({ address, decimals }) => ({
        feed: address,
        answer: (BigInt(answer) * 10n ** BigInt(decimals)) / 10n ** BigInt(unit),
      })),
      ageSeconds === 0 ? undefined : ageSeconds,
    )
    return { feed, answer, updatedAtSeconds: Number(fork.headTimestampSeconds()) - ageSeconds }
  },
  async movePoolPrice(target) {
    const { market } = findVenue(book, target.venue)
    const [moved] = await market.move(access, readPrice(target), target.feeTier)
    return moved as MarketState
  },
  deployMockPool({ amountABaseUnits, ...target }) {
    const { market } = findVenue(book, target.venue)
    const { feeTier } = target
    return market.open(access, readPrice(target), { feeTier, amountBaseUnits: BigInt(amountABaseUnits) })
  },
})

/** Turn a decimal price in whole tokens into a fraction in base units. */
function readPrice({ tokenA, tokenB, price }: MarketTarget): PairPrice {
  const [whole = '0', fraction = ''] = price.split('.')
  return {
    base: tokenA,
    quote: tokenB,
    numerator: BigInt(whole + fraction) * 10n ** BigInt(tokenB.decimals),
    denominator: 10n ** BigInt(fraction.length + tokenA.decimals),
  }
}

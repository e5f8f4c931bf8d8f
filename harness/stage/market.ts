import type { Address } from 'viem'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { HarnessError } from '../errors.ts'
import type { MarketAccess } from '../protocols/testbed-market.ts'
import { ACTORS, type ActorName } from '../world/actors.ts'
import type { Feeds } from './feeds.ts'
import { type FeedAnswer, feedAbi } from './model-feed.ts'
import type { Sandwich } from './sandwich.ts'
import { listVenues } from './venues.ts'

/** A trade of another actor than the agent. */
export interface Trade {
  readonly actor: ActorName
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
}

/** The market: what feeds answer and venues show. */
export interface Market {
  /** Set feeds' answers, each in the feed's own units; with an age the feeds stay as old as that. */
  setFeeds(answers: readonly FeedAnswer[], ageSeconds?: number): Promise<void>
  /** Sell at the first venue that has a market of the pair. */
  trade(trade: Trade): Promise<void>
  /** Trade right before the next transaction of the agent, when it was already sent, and back right after it. */
  sandwich(trade: Trade): void
  /** Trade at every venue until all markets of a token show a price, in USD with the decimals given. */
  movePrice(token: Address, usd: bigint, usdDecimals: number): Promise<void>
}

/** Create what trades as an actor. */
export const createTrade =
  (access: MarketAccess): Market['trade'] =>
  async ({ actor, tokenIn, tokenOut, amountIn }) => {
    const sale = { seller: ACTORS[actor].address, tokenIn, tokenOut, amountInBaseUnits: amountIn }
    for (const { market } of listVenues(access.book)) if (await market.sell(access, sale)) return
    throw new HarnessError('STEP_IMPOSSIBLE', 'no market for this trade', {
      where: `${tokenIn} → ${tokenOut}`,
      hint: 'trade a pair that has a market in this world',
    })
  }

/** Create the market of a stage. */
export const createMarket = (
  access: MarketAccess,
  feeds: Feeds,
  trade: Market['trade'],
  sandwich: Sandwich,
): Market => ({
  setFeeds: feeds.set,
  trade,
  sandwich: sandwich.arm,
  async movePrice(token, usd, usdDecimals) {
    const { book, client } = access
    const venues = listVenues(book)
    const base = book.tokens.find(({ address }) => isAddressEqual(address, token))
    if (base === undefined || venues.length === 0) {
      throw new HarnessError('STEP_IMPOSSIBLE', 'this token has no markets here', {
        where: token,
        hint: 'choose a token of the world',
      })
    }
    for (const quote of book.tokens) {
      if (quote.feed === undefined || isAddressEqual(quote.address, token)) continue
      const { address, decimals } = quote.feed
      // The other token stays worth what its feed says.
      const answer = await client.readContract({ address, abi: feedAbi, functionName: 'latestAnswer' })
      // What nobody prices has no worth to stay at.
      if (answer <= 0n) continue
      const price = {
        base,
        quote,
        numerator: usd * 10n ** BigInt(quote.decimals + decimals),
        denominator: answer * 10n ** BigInt(base.decimals + usdDecimals),
      }
      for (const { market } of venues) await market.move(access, price)
    }
  },
})

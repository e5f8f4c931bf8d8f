import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { TokenInfo } from '../../core/address-book.ts'
import { readPrices } from './pool-prices.ts'

const addressOf = (letter: string) => getAddress(`0x${letter.repeat(40)}`)

const tokenOf = (symbol: string, letter: string, decimals: number): TokenInfo => ({
  symbol,
  name: symbol,
  address: addressOf(letter),
  decimals,
  feed: { address: addressOf(letter), decimals: 8, maxStalenessSeconds: 60, isModel: true },
})

const [token, dollar, coin] = [tokenOf('T', '1', 18), tokenOf('USDC', '2', 6), tokenOf('WETH', '3', 18)]
const answers: Readonly<Record<string, bigint>> = {
  [token.address]: 1n * 10n ** 8n,
  [dollar.address]: 1n * 10n ** 8n,
  [coin.address]: 4_000n * 10n ** 8n,
}

/** A pool at the price that the feeds say, with so many whole tokens in it and as much worth of its quote. */
const poolOf = (quote: TokenInfo, wholeTokens: bigint, feeTier: number) => {
  const usd = (answers[quote.address] as bigint) / 10n ** 8n
  const ofQuote = (wholeTokens * 10n ** BigInt(quote.decimals)) / usd
  // Liquidity is the root of the product of both reserves.
  const liquidity = BigInt(Math.round(Math.sqrt(Number(wholeTokens * 10n ** 18n) * Number(ofQuote))))
  return { pool: addressOf('a'), quote, feeTier, liquidity, spotWad: 10n ** 18n / usd }
}

test('default: pools come by what they hold in USD, whatever they are quoted in', async () => {
  const pools = [poolOf(dollar, 1_000n, 1), poolOf(coin, 4_000_000n, 2), poolOf(dollar, 8_000_000n, 3)]
  const read = await readPrices(
    {
      book: { tokens: [token, dollar, coin], wrappedNative: coin.address },
      chain: {
        readState: async ({ feeds }: { feeds: readonly string[] }) => ({
          timestampSeconds: 10n,
          feeds: feeds.map((feed) => ({
            answer: answers[feed],
            startedAtSeconds: 9n,
            updatedAtSeconds: 9n,
            decimals: 8,
          })),
        }),
      },
      markets: [{ readPrices: async () => pools }],
    } as never,
    token,
  )
  expect(read.pools.map(({ feeTier }) => feeTier)).toEqual([3, 2, 1])
})

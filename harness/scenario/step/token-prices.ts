import { parseUnits } from 'viem'
import type { PriceFeedInfo } from '../../../tools/core/address-book.ts'
import { findToken } from '../../../tools/core/tokens.ts'
import { HarnessError } from '../../errors.ts'
import type { Stage } from '../../stage/stage.ts'
import type { PRICE_SOURCES } from '../known-names.ts'
import type { CellReader } from '../read/cell-reader.ts'
import type { Path } from '../text/matrix.ts'
import { withoutUsd } from '../text/units.ts'

/** Prices in US dollars by token, as decimal text; 0 is an answer that cannot be used. */
export type TokenPrices = readonly { readonly token: string; readonly usd: string }[]

/** Most decimals of a price feed. */
const FEED_DECIMALS = 8

/** As many digits as an answer holds in whatever unit. */
const PRICE = /^-?\d{1,36}(?:\.(\d+))?$/

/** Read prices by token: what feeds answer in a unit of so many decimals, or what pools have as well. */
export const readPrices = (
  prices: Readonly<Record<string, unknown>>,
  path: Path,
  reader: CellReader,
  { decimals = FEED_DECIMALS, isOfPools = false }: { decimals?: number; isOfPools?: boolean } = {},
): TokenPrices => {
  const most = Math.min(decimals, FEED_DECIMALS)
  return reader.byToken(prices, path).map(({ token, value: usd, path: at }) => {
    const text = withoutUsd(String(usd))
    // A feed that answers zero is one that answers nothing that can be used.
    const answer = text === 'none' ? '0' : text
    const [found, fraction = ''] = PRICE.exec(answer) ?? []
    if (found === undefined || fraction.length > most) {
      const hint = `write US dollars with at most 36 digits and ${most} decimals, or none`
      reader.problem(at, `"${text}" is no price`, hint)
    } else if (isOfPools && Number(answer) <= 0) {
      reader.problem(
        at,
        `no pool has the price ${text}`,
        'write one above 0, or let only feeds say it: price',
      )
    }
    return { token: token.symbol, usd: answer }
  })
}

/** Name prices for people. */
export const namePrices = (prices: TokenPrices): string[] => prices.map(({ token, usd }) => `${token} ${usd}`)

/** List the feeds that price a token. @throws HarnessError STEP_IMPOSSIBLE where none does */
export function listFeeds(
  { book }: Pick<Stage, 'book'>,
  token: string,
  source?: (typeof PRICE_SOURCES)[number],
): readonly PriceFeedInfo[] {
  const known = findToken(book, token)
  const feeds = [
    source === 'secondary' ? undefined : known?.feed,
    source === 'primary' ? undefined : known?.secondaryFeed,
  ].flatMap((feed) => feed ?? [])
  if (feeds.length > 0) return feeds
  throw new HarnessError('STEP_IMPOSSIBLE', `${token} has no price feed`, {
    hint: 'choose a priced token',
  })
}

/** Let the feeds of tokens answer prices. */
export async function setPrices(
  stage: Stage,
  prices: TokenPrices,
  {
    ageMs,
    source,
    decimals: unit,
  }: {
    readonly ageMs?: number
    readonly source?: (typeof PRICE_SOURCES)[number]
    readonly decimals?: number
  } = {},
): Promise<void> {
  for (const { token, usd } of prices) {
    await stage.market.setFeeds(
      listFeeds(stage, token, source).map(({ address, decimals }) => ({
        feed: address,
        answer: parseUnits(usd, unit ?? decimals),
      })),
      ageMs === undefined ? undefined : Math.floor(ageMs / 1_000),
    )
  }
}

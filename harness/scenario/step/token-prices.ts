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
const PRICE = /^-?\d+(\.\d{1,8})?$/

/** Read prices by token. */
export const readPrices = (
  prices: Readonly<Record<string, unknown>>,
  path: Path,
  reader: CellReader,
): TokenPrices =>
  Object.entries(prices).map(([symbol, usd]) => {
    const text = withoutUsd(String(usd))
    // A feed that answers zero is one that answers nothing that can be used.
    const answer = text === 'none' ? '0' : text
    if (!PRICE.test(answer)) {
      const hint = 'write US dollars with at most 8 decimals, or none'
      reader.problem([...path, symbol], `"${text}" is no price`, hint)
    }
    return { token: reader.token(symbol, [...path, symbol]).symbol, usd: answer }
  })

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

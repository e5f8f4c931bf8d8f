import { Type } from '../../../tools/core/schema.ts'
import { PRICE_SOURCES } from '../known-names.ts'
import type { CellReader } from '../read/cell-reader.ts'
import { defineStep } from '../step/define-step.ts'
import { namePrices, readPrices, setPrices, type TokenPrices } from '../step/token-prices.ts'
import type { Path } from '../text/matrix.ts'

interface FeedAnswers {
  readonly prices: TokenPrices
  readonly ageMs?: number
  /** The only publisher whose feed moves; both without it. */
  readonly source?: (typeof PRICE_SOURCES)[number]
  /** Decimals in which feeds answer; their own without. */
  readonly decimals?: number
}

/** Feeds answer other prices. */
export const PRICE = defineStep({
  kind: 'price',
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'feed answers in USD by token; age makes them old, source moves one publisher only, decimals gives them in another unit than the feed has, e.g. { WETH: 2100, age: 2h, source: secondary }',
  }),
  read({ age, source, decimals, ...prices }, path, reader): FeedAnswers {
    const at = (member: string) => [...path, member]
    if (Object.keys(prices).length === 0) {
      reader.problem(path, 'a price step names no token', 'write { WETH: 2100 }', true)
    }
    const unit = decimals === undefined ? {} : { decimals: readDecimals(decimals, at('decimals'), reader) }
    return {
      prices: readPrices(prices, path, reader, unit),
      ...(age === undefined ? {} : { ageMs: reader.durationSeconds(age, at('age')) * 1_000 }),
      ...unit,
      ...(source === undefined
        ? {}
        : { source: reader.choose(at('source'), 'source of a price', source, PRICE_SOURCES) }),
    }
  },
  run: ({ prices, ...answers }, { stage }) => setPrices(stage, prices, answers),
  title({ prices, ageMs, source, decimals }) {
    const age = ageMs === undefined ? '' : `, ${ageMs / 1_000} s old`
    const unit = decimals === undefined ? '' : `, with ${decimals} decimals`
    return `price ${namePrices(prices).join(', ')}${age}${source === undefined ? '' : `, ${source} source`}${unit}`
  },
  faults: {
    kinds: ['feed-moves', 'feed-stale', 'feed-unit', 'feed-unsound'],
    of: ({ prices, ageMs, decimals }) => [
      ageMs === undefined ? 'feed-moves' : 'feed-stale',
      ...(decimals === undefined ? [] : (['feed-unit'] as const)),
      ...(prices.some(({ usd }) => Number(usd) <= 0) ? (['feed-unsound'] as const) : []),
    ],
  },
})

function readDecimals(value: unknown, path: Path, reader: CellReader): number {
  const isUnit = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 36
  if (!isUnit) reader.problem(path, `"${value}" is no number of decimals`, 'write 18')
  return isUnit ? Number(value) : 0
}

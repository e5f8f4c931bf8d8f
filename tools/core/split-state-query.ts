import type { StateQuery, StateReading } from './chain.ts'
import { cut } from './cut.ts'

/** Reads of one part: each may burn 200 000 gas (`BoundedRead.sol`), of the 30 million that a request has. */
const MOST_READS = 120

/** A feed is read twice. */
const MOST_FEEDS = MOST_READS / 2

/** Views of one part: each may answer 64 KiB, twice in memory, which costs by its square. */
const MOST_VIEWS = 15

const NOTHING: StateQuery = { balances: [], allowances: [], codeHashes: [], feeds: [] }

/** Split a query into parts, none of which fails for what the contracts of others burn or answer. */
export function splitStateQuery(query: StateQuery): readonly StateQuery[] {
  const { balances, allowances, codeHashes, feeds, decimals = [], views = [] } = query
  return [
    ...cut(balances, MOST_READS).map((part) => ({ ...NOTHING, balances: part })),
    ...cut(allowances, MOST_READS).map((part) => ({ ...NOTHING, allowances: part })),
    ...cut(codeHashes, MOST_READS).map((part) => ({ ...NOTHING, codeHashes: part })),
    ...cut(feeds, MOST_FEEDS).map((part) => ({ ...NOTHING, feeds: part })),
    ...cut(decimals, MOST_READS).map((part) => ({ ...NOTHING, decimals: part })),
    ...cut(views, MOST_VIEWS).map((part) => ({ ...NOTHING, views: part })),
  ]
}

/** Join what the parts of a query read at one block. */
export const joinReadings = (first: StateReading, others: readonly StateReading[]): StateReading => {
  const all = [first, ...others]
  return {
    ...first,
    balances: all.flatMap(({ balances }) => balances),
    allowances: all.flatMap(({ allowances }) => allowances),
    codeHashes: all.flatMap(({ codeHashes }) => codeHashes),
    feeds: all.flatMap(({ feeds }) => feeds),
    decimals: all.flatMap(({ decimals }) => decimals),
    views: all.flatMap(({ views }) => views),
  }
}

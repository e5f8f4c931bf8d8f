import type { DrawnToken } from '../../../vocabulary/amounts.ts'
import { MARKET_POOLS } from '../pools.ts'

/** The fee of the first pool of a pair, or one that there is no pool with. */
export const feeOf = (a: DrawnToken, b: DrawnToken) =>
  MARKET_POOLS.find(({ tokens }) => tokens.includes(a) && tokens.includes(b))?.feeUnits ?? 3_000

import * as fc from 'fast-check'
import type { DrawnStep } from './draw.ts'

/** The feeds answer anew, as at the start: after a day nobody takes what they said before. */
export const FRESH_PRICES: DrawnStep = { price: { WETH: '3000', USDC: '1', DAI: '1', WBTC: '60000' } }

/** Steps in turn, some of which are drawn. */
export const inTurn = (
  ...parts: readonly (DrawnStep | fc.Arbitrary<readonly DrawnStep[]>)[]
): fc.Arbitrary<readonly DrawnStep[]> =>
  fc
    .tuple(...parts.map((part) => (part instanceof fc.Arbitrary ? part : fc.constant([part]))))
    .map((drawn) => drawn.flat())

/** One of several ways to go on. */
export const oneOf = (...ways: readonly (readonly DrawnStep[])[]): fc.Arbitrary<readonly DrawnStep[]> =>
  fc.constantFrom(...ways)

/** Time passes at a protocol: a day, a month or a year, or none. */
export const passTime = (protocol: string): fc.Arbitrary<readonly DrawnStep[]> =>
  oneOf(
    [],
    ...['24h', '720h', '8760h'].map((wait) => [{ later: { protocol, act: 'interest', wait } }, FRESH_PRICES]),
  )

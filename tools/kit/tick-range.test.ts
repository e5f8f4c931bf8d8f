import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_TICK, MIN_TICK } from './concentrated-liquidity.ts'
import { alignRange, resolveRange } from './tick-range.ts'

const tick = fc.integer({ min: MIN_TICK, max: MAX_TICK })
const spacing = fc.constantFrom(1, 10, 60, 200)

test('behavior: a range is widened by less than a spacing, and stays where ticks are', () =>
  fc.assert(
    fc.property(tick, tick, spacing, (a, b, tickSpacing) => {
      const [tickLower, tickUpper] = [Math.min(a, b), Math.max(a, b)]
      const last = Math.floor(MAX_TICK / tickSpacing) * tickSpacing
      fc.pre(tickLower < Math.min(tickUpper, last) && tickUpper > -last)
      const found = alignRange({ tickLower, tickUpper }, tickSpacing)
      expect([found.tickLower % tickSpacing, found.tickUpper % tickSpacing].map(Math.abs)).toEqual([0, 0])
      expect(found.tickLower).toBeGreaterThanOrEqual(MIN_TICK)
      expect(found.tickUpper).toBeLessThanOrEqual(MAX_TICK)
      expect(Math.abs(tickLower - found.tickLower)).toBeLessThan(tickSpacing)
      expect(Math.abs(found.tickUpper - tickUpper)).toBeLessThan(tickSpacing)
    }),
  ))

test('behavior: a range around the tick holds it', () =>
  expect(resolveRange({ rangeTicks: 100 }, { tick: 7, tickSpacing: 60 })).toEqual({
    tickLower: -120,
    tickUpper: 120,
  }))

test.each([
  885_000, -885_000,
])('error: INVALID_PARAMS around tick %d, beyond the last one of the spacing', (at) =>
  expect(() => resolveRange({ rangeTicks: 1 }, { tick: at, tickSpacing: 32_767 })).toThrow('INVALID_PARAMS'))

test.each([
  ['one end alone', { tickLower: 0 }],
  ['both ends and a distance', { tickLower: 0, tickUpper: 60, rangeTicks: 60 }],
  ['ends the wrong way round', { tickLower: 60, tickUpper: 0 }],
  ['ends between the spacings', { tickLower: 0, tickUpper: 61 }],
])('error: INVALID_PARAMS for %s', (_what, params) =>
  expect(() => resolveRange(params, { tick: 0, tickSpacing: 60 })).toThrow('INVALID_PARAMS'))

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getSqrtRatioAtTick, MAX_TICK, MIN_TICK } from '../../tools/kit/concentrated-liquidity.ts'
import { sqrtPriceOf } from './sqrt-price.ts'

test('I64: prices of ticks, worked out from their definition, are the ones that the tools know', () => {
  for (const tick of [MIN_TICK, -1, 0, 1, MAX_TICK]) expect(sqrtPriceOf(tick)).toBe(getSqrtRatioAtTick(tick))
  fc.assert(
    fc.property(fc.integer({ min: MIN_TICK, max: MAX_TICK }), (tick) => {
      expect(sqrtPriceOf(tick)).toBe(getSqrtRatioAtTick(tick))
    }),
    { seed: 64, numRuns: 500 },
  )
})

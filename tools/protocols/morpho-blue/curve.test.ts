import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURVE, driftRate, rateAt } from './curve.ts'
import { WAD } from './maths.ts'

const rate = fc.bigInt({ min: CURVE.leastRateAtTarget, max: CURVE.mostRateAtTarget })
const utilisation = fc.bigInt({ min: 0n, max: WAD })
const seconds = fc.bigInt({ min: 0n, max: 31_536_000n })

test('default: a quarter of the rate unused, four times of it used up', () => {
  expect(rateAt(4_000_000_000n, 0n)).toBe(1_000_000_000n)
  expect(rateAt(4_000_000_000n, CURVE.targetUtilisation)).toBe(4_000_000_000n)
  expect(rateAt(4_000_000_000n, WAD)).toBe(16_000_000_000n)
})

test('behavior: the rate rises with what is used', () => {
  fc.assert(
    fc.property(rate, utilisation, utilisation, (atTarget, a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a]
      expect(rateAt(atTarget, less) <= rateAt(atTarget, more)).toBe(true)
    }),
  )
})

test('behavior: the curve rises above its target, falls below it, and stays within its bounds', () => {
  fc.assert(
    fc.property(rate, utilisation, seconds, (atTarget, used, elapsed) => {
      const moved = driftRate(atTarget, used, elapsed)
      expect(moved >= CURVE.leastRateAtTarget && moved <= CURVE.mostRateAtTarget).toBe(true)
      // The approximated power may be off by a millionth.
      const slack = atTarget / 1_000_000n + 1n
      if (used >= CURVE.targetUtilisation) expect(moved + slack >= atTarget).toBe(true)
      else expect(moved - slack <= atTarget).toBe(true)
    }),
  )
})

test('behavior: used up for five days the rate doubles; a market without one begins at four per cent', () => {
  const doubled = driftRate(1_000_000_000n, WAD, 437_000n)
  expect(Number(doubled) / 1e9).toBeCloseTo(2, 2)
  expect(driftRate(0n, 0n, 0n)).toBe(CURVE.initialRateAtTarget)
})

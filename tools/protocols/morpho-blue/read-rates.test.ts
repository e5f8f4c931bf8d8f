import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateAt } from './curve.ts'
import { toUtilisation, WAD } from './maths.ts'
import { rateAfter } from './read-rates.ts'

test('behavior: the rate after a loan is that of the curve, whatever the rate at its target is', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: WAD / 1_000n / 31_536_000n, max: (2n * WAD) / 31_536_000n }),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      (rateAtTarget, borrowAssets, more) => {
        const supplyAssets = borrowAssets + more + 1n
        const totals = { supplyAssets, borrowAssets, supplyShares: 0n, borrowShares: 0n }
        const market = { totals, borrowRateWad: rateAt(rateAtTarget, toUtilisation(totals)) }
        const after = { ...totals, borrowAssets: borrowAssets + more }
        const expected = rateAt(rateAtTarget, toUtilisation(after))
        const error = rateAfter(market, more) - expected
        // A rate is rounded down once, and its ratio to another is at most sixteen.
        expect(error <= 1n && error >= -17n).toBe(true)
      },
    ),
  )
})

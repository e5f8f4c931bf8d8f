import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findGasWindows, percentileOf } from './gas-windows.ts'

test('default: a fee that comes down every tenth block is waited for as long as it takes', () => {
  const fees = Array.from({ length: 100 }, (_, block) => (block % 10 === 0 ? 10n : 50n))
  expect(findGasWindows(fees, 50n, [10])).toEqual([
    { percentile: 10, baseFeeWei: 10n, medianWaitBlocks: 5, slowWaitBlocks: 9, sampleCount: 90 },
  ])
  expect(findGasWindows(fees.slice(0, 38), 50n, [10])[0]).toMatchObject({
    medianWaitBlocks: 6,
    slowWaitBlocks: undefined,
    sampleCount: 34,
  })
})

test('behavior: a fee that only rises is never as low again', () => {
  const fees = Array.from({ length: 40 }, (_, block) => BigInt(block + 1))
  expect(findGasWindows(fees, 30n, [25])[0]).toEqual({
    percentile: 25,
    baseFeeWei: 10n,
    medianWaitBlocks: undefined,
    slowWaitBlocks: undefined,
    sampleCount: 11,
  })
})

test('behavior: waits are those that a search from each block finds', () => {
  const fee = fc.bigInt({ min: 1n, max: 9n })
  fc.assert(
    fc.property(fc.array(fee, { minLength: 1, maxLength: 60 }), fee, (fees, current) => {
      const [window] = findGasWindows(fees, current, [30])
      const target = percentileOf(fees, 30)
      const waits = fees
        .flatMap((from, at) => (from < current ? [] : [fees.slice(at).findIndex((later) => later <= target)]))
        .map((wait) => (wait < 0 ? Number.POSITIVE_INFINITY : wait))
        .toSorted((a, b) => a - b)
      const middle = waits[Math.ceil(waits.length / 2) - 1] ?? Number.POSITIVE_INFINITY
      expect(window?.medianWaitBlocks ?? Number.POSITIVE_INFINITY).toBe(middle)
      expect(fees.filter((past) => past <= target).length).toBeGreaterThanOrEqual(0.3 * fees.length)
    }),
  )
})

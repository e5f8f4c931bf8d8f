import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { covariancesOf, minimiseVariance, shareRisk, toBps, varianceParts } from './weights.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('default: two assets that move apart are weighted by the inverse of their variances', () => {
  const covariances = [
    [0.04, 0],
    [0, 0.01],
  ]
  const [a = 0, b = 0] = minimiseVariance(covariances, 1)
  expect([a, b].map((weight) => weight.toFixed(9))).toEqual(['0.200000000', '0.800000000'])
  const [c = 0, d = 0] = shareRisk(covariances, 1)
  expect(c).toBeCloseTo(1 / 3, 9)
  expect(d).toBeCloseTo(2 / 3, 9)
})

test('behavior: what is above the cap goes to the others', () => {
  const covariances = [
    [0.04, 0, 0],
    [0, 0.01, 0],
    [0, 0, 0.04],
  ]
  expect(minimiseVariance(covariances, 0.5).map((weight) => weight.toFixed(6))).toEqual([
    '0.250000',
    '0.500000',
    '0.250000',
  ])
  expect(sum(shareRisk(covariances, 0.4))).toBeCloseTo(1, 9)
})

const returns = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 8, max: 20 }))
  .chain(([assets, steps]) =>
    fc.array(
      fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: steps, maxLength: steps }),
      { minLength: assets, maxLength: assets },
    ),
  )
  // Beside what they do together each moves by itself, or some weights would carry no risk at all.
  .map((series) => covariancesOf(series).map((row, i) => row.map((value, j) => value + (i === j ? 0.01 : 0))))

test('property: no other weights within the cap have less variance', () => {
  fc.assert(
    fc.property(
      returns,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
      (matrix, drawn) => {
        const found = minimiseVariance(matrix, 1)
        expect(sum(found)).toBeCloseTo(1, 9)
        const raw = matrix.map((_, i) => (drawn[i] ?? 0) + 1e-9)
        const other = raw.map((weight) => weight / sum(raw))
        expect(sum(varianceParts(found, matrix))).toBeLessThanOrEqual(
          sum(varianceParts(other, matrix)) + 1e-9,
        )
      },
    ),
    { numRuns: 200 },
  )
})

test('property: each has the same part of the risk', () => {
  fc.assert(
    fc.property(returns, (matrix) => {
      const parts = varianceParts(shareRisk(matrix, 1), matrix)
      const equal = sum(parts) / parts.length
      for (const part of parts) expect(part / equal).toBeCloseTo(1, 5)
    }),
    { numRuns: 100 },
  )
})

test('property: basis points add up and keep to the cap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }),
      (drawn) => {
        const weights = toBps(
          drawn.map((weight) => weight / sum(drawn)),
          5_000,
        )
        expect(sum(weights)).toBe(10_000)
        expect(Math.max(...weights)).toBeLessThanOrEqual(5_000)
      },
    ),
  )
})

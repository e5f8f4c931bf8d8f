import { expect, test } from 'vitest'
import { betaOf, correlationOf, deviationOf, gridOf, returnsOn } from './returns.ts'

const at = (updatedAtSeconds: number, price: number) => ({ updatedAtSeconds, price })

test('default: returns are those of the prices that held at even times', () => {
  const series = [at(0, 100), at(15, 110), at(29, 121)]
  const grid = gridOf([series, [at(5, 1)]], 30, 10)
  expect(grid).toEqual([10, 20, 30])
  const [first, second] = returnsOn(grid, series)
  expect(first).toBeCloseTo(Math.log(1.1))
  expect(second).toBeCloseTo(Math.log(1.1))
})

test('behavior: what moves twice as far has a beta of two, what moves against it a correlation of minus one', () => {
  const benchmark = [0.01, -0.02, 0.03, 0.005]
  const double = benchmark.map((value) => 2 * value)
  expect(betaOf(double, benchmark)).toBeCloseTo(2)
  expect(correlationOf(double, benchmark)).toBeCloseTo(1)
  const against = benchmark.map((value) => -value / 3)
  expect(correlationOf(against, benchmark)).toBeCloseTo(-1)
  expect(betaOf(against, benchmark)).toBeCloseTo(-1 / 3)
  expect(deviationOf([1, -1])).toBe(1)
})

test('behavior: what never moved has none', () => {
  expect(correlationOf([0, 0, 0], [0.1, 0.2, 0])).toBeUndefined()
  expect(betaOf([0.1, 0.2], [0, 0])).toBeUndefined()
  expect(gridOf([[at(40, 1)]], 30, 10)).toEqual([])
  expect(gridOf([[at(0, 1)]], 1e6, 10)).toHaveLength(1_000)
})

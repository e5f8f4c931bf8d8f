import { expect, test } from 'vitest'
import { measurePerformance } from './performance.ts'

test('default: gains and losses of known ratios', () => {
  const { hitRateBps, mean, deviation, sharpe, sortino, maxDrawdown } = measurePerformance([30, -10, -20, 40])
  expect([hitRateBps, mean, maxDrawdown]).toEqual([5_000, 10, 30])
  expect(deviation).toBeCloseTo(Math.sqrt(650), 9)
  expect(sharpe).toBeCloseTo(10 / Math.sqrt(650), 9)
  expect(sortino).toBeCloseTo(10 / Math.sqrt(125), 9)
})

test('behavior: a loss at the beginning is a fall from nothing', () => {
  expect(measurePerformance([-5, 3]).maxDrawdown).toBe(5)
})

test('behavior: what never varies and never loses has no ratio', () => {
  expect(measurePerformance([2, 2])).toMatchObject({ sharpe: undefined, sortino: undefined, maxDrawdown: 0 })
})

import { expect, test } from 'vitest'
import { measureTailRisk } from './tail-risk.ts'

const log = (...changes: readonly number[]) => changes.map((change) => Math.log1p(change))

test('default: the worst steps are the tail', () => {
  const risk = measureTailRisk([1_000], [log(-0.1, 0.2, -0.3, 0.05, -0.2, 0, 0, 0, 0, 0)], 8_000)
  expect(risk.tailCount).toBe(2)
  expect(risk.valueAtRisk).toBeCloseTo(200, 9)
  expect(risk.expectedShortfall).toBeCloseTo(250, 9)
})

test('behavior: a part of a step counts as a whole one', () => {
  expect(measureTailRisk([1], [log(-0.1, 0, 0)], 9_900).tailCount).toBe(1)
  expect(measureTailRisk([1], [log(-0.1, -0.2, 0, 0)], 7_400).tailCount).toBe(2)
})

test('behavior: what is owed gains where its price falls, and parts add up', () => {
  const risk = measureTailRisk([1_000, -500], [log(-0.1, 0.02), log(-0.1, 0.02)], 5_000)
  expect(risk.valueAtRisk).toBeCloseTo(50, 9)
  expect(risk.components[0]).toBeCloseTo(100, 9)
  expect(risk.components[1]).toBeCloseTo(-50, 9)
})

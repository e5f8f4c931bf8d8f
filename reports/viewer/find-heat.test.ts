import { expect, test } from 'vitest'
import { findHeat } from './find-heat.ts'

test('default', () => {
  expect([0, 1, 10, 100, 1000].map((count) => findHeat(count, 1000))).toEqual([0, 1, 2, 3, 4])
})

test('behavior: what there is has a tint, whatever the most', () => {
  expect([findHeat(1, 1), findHeat(1, 1_000_000), findHeat(5, 0), findHeat(0, 0)]).toEqual([4, 1, 4, 0])
})

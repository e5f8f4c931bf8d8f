import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DrawRange, seedDraws, splitDraws } from '../scenario/draws.ts'
import { toFastCheckRange } from './to-fast-check-range.ts'

const draw = (range: DrawRange) => {
  const drawn: string[] = []
  const property = fc.property(fc.array(fc.double(), { maxLength: 5 }), (value) => {
    drawn.push(JSON.stringify(value))
  })
  fc.assert(property, toFastCheckRange('1', range))
  return drawn
}

test('default: the cells of a split draw together what one cell alone draws', () => {
  const [whole] = splitDraws({ total: 25, cell: 25 })
  const cells = splitDraws({ total: 25, cell: 10 })
  expect(cells.map(({ first, count }) => [first, count])).toEqual([
    [0, 10],
    [10, 10],
    [20, 5],
  ])
  expect(cells.flatMap(draw)).toEqual(draw(whole as DrawRange))
})

test('behavior: each cell has a seed of its own, the first one that of the run', () => {
  const seeds = [undefined, ...splitDraws({ total: 3, cell: 1 })].map((range) => seedDraws('7', range))
  expect(seeds).toEqual(['7', '7', '7 from draw 2', '7 from draw 3'])
})

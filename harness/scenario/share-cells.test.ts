import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareCells } from './share-cells.ts'
import { expandMatrix } from './text/matrix.ts'

const take = (matrix: Readonly<Record<string, readonly unknown[]>>, count: number) =>
  [...shareCells(expandMatrix(matrix), count)].map(({ values }) => [...values.values()].join(''))

test('behavior: each value comes before any comes again, in the order of the file', () => {
  expect(take({ a: [1, 2], b: ['x', 'y', 'z'] }, 3)).toEqual(['1x', '2y', '1z'])
  expect(take({ a: [1, 2, 3] }, 2)).toEqual(['1', '2'])
})

test('behavior: beyond that no value comes much more often than another', () => {
  expect(take({ a: [1, 2], b: ['x', 'y', 'z'] }, 4)).toEqual(['1x', '2y', '1z', '2x'])
})

test('behavior: as many cells as are asked for, no cell twice, and every value where there is room for it', () => {
  const matrices = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(matrices, fc.integer({ min: 1, max: 700 }), (lengths, count) => {
      const matrix = Object.fromEntries(
        lengths.map((length, at) => [`n${at}`, Array.from({ length }, (_, value) => value)]),
      )
      const cells = expandMatrix(matrix)
      const taken = [...shareCells(cells, count)]
      expect(taken).toHaveLength(Math.min(count, cells.length))
      for (const [at, length] of lengths.entries()) {
        const values = new Set(taken.map(({ indices }) => indices.get(`n${at}`)))
        if (count >= Math.max(...lengths)) expect(values.size).toBe(length)
      }
    }),
  )
})

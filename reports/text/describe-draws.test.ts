import { expect, test } from 'vitest'
import { describeDraws } from './describe-draws.ts'

const cell = (file: string, first: number, count: number, total = 100) => ({
  file,
  matrix: {},
  draws: { first, count, total },
})

test('default: what a run left out is said, over all cells of what is drawn', () => {
  expect(describeDraws([cell('a', 0, 10), cell('a', 10, 10), cell('b', 0, 10, 1_000)])).toBe(
    '30 of 1,100 draws in 2 scenarios',
  )
})

test('behavior: of a run that played everything nothing is said', () => {
  expect(describeDraws([{ file: 'a', matrix: {} }, cell('b', 0, 50), cell('b', 50, 50)])).toBe('')
})

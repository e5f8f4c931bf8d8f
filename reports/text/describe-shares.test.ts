import { expect, test } from 'vitest'
import { describeShares } from './describe-shares.ts'

const cells = (file: string, count: number, matrixCells?: number) =>
  Array.from({ length: count }, () => ({ file, ...(matrixCells === undefined ? {} : { matrixCells }) }))

test('default: what a run left out is said, over all scenarios of which it takes a share', () => {
  expect(describeShares([...cells('a', 6, 20), ...cells('b', 25, 1_000), ...cells('c', 9)])).toBe(
    '31 of 1,020 cells in 2 scenarios',
  )
})

test('behavior: of a run that played everything nothing is said', () => {
  expect(describeShares([...cells('a', 20, 20), ...cells('c', 9)])).toBe('')
})

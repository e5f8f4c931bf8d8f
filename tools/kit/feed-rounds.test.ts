import { expect, test } from 'vitest'
import { isSamePhase, listRoundIds } from './feed-rounds.ts'

test('default: rounds are counted back within their phase', () => {
  const phase = 6n << 64n
  expect(listRoundIds(phase + 9n, 3)).toEqual([phase + 7n, phase + 8n, phase + 9n])
  expect(listRoundIds(phase + 2n, 50)).toEqual([phase + 1n, phase + 2n])
  expect(listRoundIds(4n, 2)).toEqual([3n, 4n])
})

test('behavior: the phase stands above the count', () => {
  expect(isSamePhase((6n << 64n) + 1n, (6n << 64n) + 900n)).toBe(true)
  expect(isSamePhase((6n << 64n) + 900n, (7n << 64n) + 1n)).toBe(false)
})

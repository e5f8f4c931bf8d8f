import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { PositionDelta } from './outcome.ts'
import { pairDeltas } from './pair-deltas.ts'

const [KEY, OTHER]: [Hex, Hex] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]

const delta = (unitsDelta: bigint, changes: Partial<PositionDelta> = {}): Required<PositionDelta> => ({
  protocol: 'lender',
  key: KEY,
  kind: 'held',
  lot: 0,
  unitsDelta,
  ...changes,
})
const pairs = (...input: Parameters<typeof pairDeltas>) =>
  pairDeltas(...input).map(({ key, kind, expectedDelta, unitsDelta }) => [
    key,
    kind,
    expectedDelta,
    unitsDelta,
  ])

test('I17: a lot is held against what is stated of it, by position and kind', () => {
  const expected = [delta(5n), delta(3n, { kind: 'owed' })]
  expect(pairs(expected, [delta(2n, { kind: 'owed', lot: 1 }), delta(5n)])).toEqual([
    [KEY, 'held', 5n, 5n],
    [KEY, 'owed', 3n, 0n],
    [KEY, 'owed', 0n, 2n],
  ])
})

test('behavior: without a place in its position a delta is the first of its kind', () => {
  const { lot: _, ...stated } = delta(5n)
  expect(pairs([stated], [delta(7n, { lot: 2 }), delta(5n, { lot: 1 })])).toEqual([
    [KEY, 'held', 5n, 5n],
    [KEY, 'held', 0n, 7n],
  ])
})

test('I17: what has no number yet takes what nothing else states', () => {
  const expected = [delta(5n, { key: 'new' }), delta(1n)]
  expect(pairs(expected, [delta(1n), delta(5n, { key: OTHER })])).toEqual([
    [KEY, 'held', 1n, 1n],
    [OTHER, 'held', 5n, 5n],
  ])
  expect(pairs([delta(5n, { key: 'new' })], [])).toEqual([['new', 'held', 5n, 0n]])
  expect(pairs([delta(5n, { key: 'new' })], [delta(5n, { protocol: 'other' })])).toHaveLength(2)
})

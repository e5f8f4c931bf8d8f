import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Position } from '../../core/position.ts'
import { bookLots, findMissing, foreseeLots, lowerLots } from './booked-lots.ts'

const TOKEN: Address = `0x${'a1'.repeat(20)}`
const [KEY, OTHER]: [Hex, Hex] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]

/** A position of one lot; what is owed has an amount below zero. */
const holding = (units: bigint, amount: bigint, key = KEY): Position => ({
  protocol: 'lending',
  key,
  place: `0x${'0f'.repeat(32)}`,
  health: 2n ** 256n - 1n,
  lots: [{ units, index: 1n, legs: [{ token: TOKEN, amount }] }],
})
const lots = (...positions: readonly Position[]) => bookLots(positions)

test.each([
  [3n, 10n, 2n, 4n],
  [3n, 10n, 1n, 7n],
  [3n, 10n, 0n, 10n],
  [10n ** 30n, 10n ** 30n + 1n, 10n ** 30n - 1n, 2n],
])('I8: of %d units that were worth %d, and %d that are left, %d is missing, rounded up', (units, worth, left, missing) => {
  const found = left === 0n ? [] : [holding(left, worth)]
  expect(findMissing(lots(holding(units, worth)), found)).toMatchObject([
    { units: units - left, booked: units, found: left, legs: [{ token: TOKEN, amount: missing }] },
  ])
})

test('I53: what is owed beyond what was booked is missing by as much, and by all of it where nothing was', () => {
  const owed = lots(holding(3n, -10n))
  expect(findMissing(owed, [holding(4n, -13n)])).toMatchObject([
    { kind: 'owed', units: 1n, booked: 3n, found: 4n, legs: [{ amount: 4n }] },
  ])
  expect(findMissing(owed, [holding(3n, -13n)])).toEqual([])
  expect(findMissing(owed, [])).toEqual([])
  expect(findMissing([], [holding(4n, -13n)])).toMatchObject([
    { units: 4n, booked: 0n, legs: [{ amount: 13n }] },
  ])
})

test('I8: less held and more owed than was simulated is tolerated by a share of the change, rounded up', () => {
  const unitsOf = (before: Position, after: Position, bps: number) =>
    foreseeLots([before], [after], bps).map(({ units, isNew }) => [units, isNew])
  expect(unitsOf(holding(0n, 0n), holding(101n, 1n), 100)).toEqual([['99', undefined]])
  expect(unitsOf(holding(0n, 0n), holding(101n, -1n), 100)).toEqual([['103', undefined]])
  // A whole unit at least, as time passes until it is mined; nothing of what does not change.
  expect(unitsOf(holding(1n, 1n), holding(2n, 1n), 0)).toEqual([['1', undefined]])
  expect(unitsOf(holding(2n, 1n), holding(2n, 1n), 100)).toEqual([['2', undefined]])
  expect(unitsOf(holding(1n, 1n, OTHER), holding(2n, 1n), 0)).toEqual([['1', true]])
})

test('I53: what is gone of one protocol is not taken for what another has under the same key', () => {
  const [one, other] = [{ ...holding(5n, 1n), protocol: 'vault' }, holding(7n, 1n)]
  expect(findMissing(lots(one, other), [other])).toMatchObject([{ protocol: 'vault', units: 5n, found: 0n }])
  expect(lowerLots(lots(one, other), lots(other))).toEqual(lots(other))
})

test('I53: a position that an action opened is found under the number that it got, and taken once', () => {
  const [foreseen] = foreseeLots([], [holding(10n, 5n)], 0)
  if (foreseen === undefined) throw new Error('nothing is foreseen')
  expect(findMissing([foreseen], [holding(9n, 5n, OTHER)])).toEqual([])
  expect(findMissing([foreseen, { ...foreseen, lot: 1 }], [holding(9n, 5n, OTHER)])).toMatchObject([
    { lot: 1 },
  ])
  const { isNew: _, ...known } = foreseen
  expect(findMissing([known], [holding(9n, 5n, OTHER)])).toMatchObject([{ key: KEY, units: 9n }])
})

test('I53: of two books the lower is expected where it is held, and the higher where it is owed', () => {
  const lower = (booked: Position[], others: Position[]) =>
    lowerLots(lots(...booked), lots(...others)).map(({ units, kind }) => `${units} ${kind}`)
  expect(lower([holding(5n, 1n)], [holding(4n, 1n)])).toEqual(['4 held'])
  expect(lower([holding(4n, 1n)], [holding(5n, 1n)])).toEqual(['4 held'])
  expect(lower([holding(4n, 1n)], [])).toEqual([])
  expect(lower([holding(4n, -1n)], [holding(5n, -1n)])).toEqual(['5 owed'])
  expect(lower([holding(5n, -1n)], [holding(4n, -1n)])).toEqual(['5 owed'])
  expect(lower([holding(5n, -1n)], [])).toEqual(['5 owed'])
  expect(lower([], [holding(5n, -1n)])).toEqual(['5 owed'])
})

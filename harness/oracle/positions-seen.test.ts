import { type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { type LotChange, legsOfChange } from '../../tools/core/lot-changes.ts'
import type { Position } from '../../tools/core/position.ts'
import { comparePositions, withoutLots } from './positions-seen.ts'

const KEY: Hex = `0x${'01'.repeat(32)}`

/** A lot that is worth twice its units, from so many to so many of them. */
const change = (from: bigint, to: bigint, lot = 0): LotChange => {
  const side = (units: bigint) => ({ units, legs: [{ token: zeroAddress, amount: 2n * units }] })
  return { protocol: 'lender', key: KEY, place: KEY, lot, kind: 'held', before: side(from), after: side(to) }
}

const listLeft = (moved: readonly LotChange[], out: readonly LotChange[]) =>
  withoutLots(moved, out).map((left) => [
    left.lot,
    left.after.units - left.before.units,
    legsOfChange(left)[0]?.amount,
  ])

test('I67: what others changed of a lot is taken out, with what it is worth', () => {
  expect(listLeft([change(100n, 250n)], [change(100n, 150n)])).toEqual([[0, 100n, 200n]])
  expect(listLeft([change(100n, 20n)], [change(100n, 90n)])).toEqual([[0, -70n, 140n]])
  expect(listLeft([change(100n, 0n)], [change(100n, 60n), change(60n, 50n)])).toEqual([[0, -50n, 100n]])
})

test('behavior: what others did alone leaves nothing, and what they took back leaves what was added', () => {
  expect(listLeft([change(0n, 50n)], [change(0n, 50n)])).toEqual([])
  expect(listLeft([], [change(150n, 100n)])).toEqual([[0, 50n, 100n]])
})

test('behavior: another lot is left as it is', () => {
  expect(listLeft([change(0n, 50n)], [change(0n, 7n, 1)])).toEqual([
    [0, 50n, 100n],
    [1, -7n, 14n],
  ])
  expect(listLeft([change(1n, 3n)], [])).toEqual([[0, 2n, 4n]])
})

test('I67: what lots come to by more or less is told of what stays, came and went', () => {
  const holding = (...amounts: readonly bigint[]): Position => ({
    ...{ protocol: 'lender', key: KEY, place: KEY, health: 1n },
    lots: amounts.map((amount) => ({ units: 1n, index: 1n, legs: [{ token: zeroAddress, amount }] })),
  })
  const worth = (before: readonly Position[], after: readonly Position[]) =>
    comparePositions(before, after).worth.map(({ kind, amount, before: was }) => [kind, amount, was])
  expect(worth([holding(100n)], [holding(70n)])).toEqual([['held', -30n, 100n]])
  expect(worth([holding(100n)], [])).toEqual([['held', -100n, 100n]])
  expect(worth([], [holding(100n)])).toEqual([['held', 100n, 0n]])
  expect(worth([holding(100n, 5n, -40n)], [holding(100n, 6n, -50n)])).toEqual([
    ['held', 1n, 105n],
    ['owed', -10n, -40n],
  ])
})

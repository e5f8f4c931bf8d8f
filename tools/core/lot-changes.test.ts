import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { kindOf, legsOfChange, listLotChanges } from './lot-changes.ts'
import type { Lot, Position } from './position.ts'

const TOKEN: Address = `0x${'11'.repeat(20)}`
const [KEY, OTHER]: [Hex, Hex] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`]

const lot = (units: bigint, amount: bigint, index = 1n): Lot => ({
  units,
  index,
  legs: [{ token: TOKEN, amount }],
})
const position = (lots: readonly Lot[], key = KEY): Position => ({
  protocol: 'lender',
  key,
  place: KEY,
  health: 1n,
  lots,
})
const changesOf = (before: readonly Position[], after: readonly Position[]) =>
  listLotChanges(before, after).map(({ kind, before: was, after: is }) => [kind, was.units, is.units])

describe('what a lot is', () => {
  test.each([
    ['held', lot(1n, 5n)],
    ['owed', lot(1n, -5n)],
    ['leaving', { ...lot(1n, 5n), claimableFromSeconds: 7 }],
  ])('default: %s', (kind, of) => {
    expect(kindOf(of)).toBe(kind)
  })
})

describe('changes', () => {
  test('I65: units that come and go are changes, an index that moves is none', () => {
    expect(changesOf([position([lot(5n, 50n, 10n)])], [position([lot(5n, 55n, 11n)])])).toEqual([])
    expect(changesOf([position([lot(5n, 50n)])], [position([lot(7n, 70n)])])).toEqual([['held', 5n, 7n]])
    expect(changesOf([], [position([lot(7n, 70n)])])).toEqual([['held', 0n, 7n]])
    expect(changesOf([position([lot(7n, 70n)])], [])).toEqual([['held', 7n, 0n]])
  })

  test('I65: a debt nets neither with what is held of the same token nor with another position', () => {
    const before = [position([lot(5n, 50n), lot(3n, -30n)]), position([lot(4n, 40n)], OTHER)]
    const after = [position([lot(6n, 60n), lot(4n, -40n)]), position([lot(3n, 30n)], OTHER)]
    expect(changesOf(before, after)).toEqual([
      ['held', 5n, 6n],
      ['owed', 3n, 4n],
      ['held', 4n, 3n],
    ])
  })

  test('I65: what starts to leave goes as held and comes as leaving', () => {
    const leaving = { ...lot(5n, 50n), claimableFromSeconds: 9 }
    expect(changesOf([position([lot(5n, 50n)])], [position([leaving])])).toEqual([
      ['held', 5n, 0n],
      ['leaving', 0n, 5n],
    ])
  })

  test('I8: legs of a change are those of its units, rounded down', () => {
    const [shrunk] = listLotChanges([position([lot(3n, -100n)])], [position([lot(1n, -33n)])])
    expect(shrunk && legsOfChange(shrunk)).toEqual([{ token: TOKEN, amount: 66n }])
  })
})

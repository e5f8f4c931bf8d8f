import { expect, test } from 'vitest'
import type { Leg } from '../../core/position.ts'
import { type BookedPledge, bookPledges, createPledgeCover } from './pledge-cover.ts'

const [SOLD, OTHER, SPENDER] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
  '0x00000000000000000000000000000000000000a1',
] as const

const pledge = (baseUnits: bigint, rest: Partial<BookedPledge> = {}): BookedPledge => ({
  token: SOLD,
  baseUnits: baseUnits.toString(),
  untilSeconds: 100,
  ...rest,
})

test('I53: a pledge covers what is missing of its own token, where it takes it from, and no more than it says', () => {
  const cover = createPledgeCover([pledge(10n), pledge(7n, { isHeld: true })])
  expect(cover.take(OTHER, 5n, 'wallet')).toBe(0n)
  expect(cover.take(SOLD, 9n, 'position')).toBe(7n)
  expect(cover.take(SOLD, 4n, 'wallet')).toBe(4n)
  expect(cover.take(SOLD, 20n, 'wallet')).toBe(6n)
  expect(cover.take(SOLD, 1n, 'wallet')).toBe(0n)
  expect(cover.left(100)).toEqual([])
})

test('I53: what ends first covers first, and what is left lasts until its second is over', () => {
  const cover = createPledgeCover([pledge(10n, { untilSeconds: 200 }), pledge(10n)])
  expect(cover.take(SOLD, 12n, 'wallet')).toBe(12n)
  expect(cover.left(200)).toEqual([pledge(8n, { untilSeconds: 200 })])
  expect(cover.left(201)).toEqual([])
})

test('I53: what pledges do not cover altogether takes nothing of them', () => {
  const cover = createPledgeCover([pledge(10n, { isHeld: true })])
  const sold: Leg = { token: SOLD, amount: 5n }
  expect(cover.fill([{ ...sold, amount: 11n }])).toBe(false)
  expect(cover.fill([sold, { token: OTHER, amount: 5n }])).toBe(false)
  expect(cover.fill([sold, sold])).toBe(true)
  expect(cover.fill([{ ...sold, amount: 1n }])).toBe(false)
})

test('I70: what a pledge gives is booked, what it brings is not', () => {
  const legs = [
    { token: SOLD, amount: -5n },
    { token: OTHER, amount: 6n },
  ]
  const made = { legs, spender: SPENDER, to: SPENDER, untilSeconds: 100 }
  expect(bookPledges([made])).toEqual([pledge(5n)])
  expect(bookPledges([{ ...made, isHeld: true }])).toEqual([pledge(5n, { isHeld: true })])
})

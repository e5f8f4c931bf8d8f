import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { findLookalike } from './find-lookalike.ts'

const make = (head: string, middle: string, tail: string): Address =>
  getAddress(`0x${head}${middle.repeat(24)}${tail}`)
const known = [{ address: make('12345678', 'a', '9abcdef0') }]

test('behavior: both ends must be the same, and something in between must not', () => {
  expect(findLookalike(make('12345678', 'b', '9abcdef0'), known)).toBe(known[0])
  expect(findLookalike(make('12345678', 'a', '9abcdef0'), known)).toBeUndefined()
  expect(findLookalike(make('12345678', 'b', '9abcdef1'), known)).toBeUndefined()
  expect(findLookalike(make('12345679', 'b', '9abcdef0'), known)).toBeUndefined()
})

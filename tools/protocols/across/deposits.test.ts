import { pad, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { addressIn, holds, offeredMillionths } from './deposits.ts'

const account = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test('behavior: a word holds an address only where nothing stands before it', () => {
  expect(addressIn(pad(account))).toBe(account)
  expect(addressIn(zeroHash)).toBe('0x0000000000000000000000000000000000000000')
  expect(addressIn(`0x01${pad(account).slice(4)}`)).toBeUndefined()
  expect(holds(pad(account), account)).toBe(true)
  expect(holds(pad('0x01'), account)).toBe(false)
})

test('behavior: a fee is rounded up, and what is none is left out', () => {
  expect(offeredMillionths(1_000_000n, 999_400n)).toBe(600)
  expect(offeredMillionths(3n, 3n)).toBe(0)
  expect(offeredMillionths(3_000_001n, 3_000_000n)).toBe(1)
  expect(offeredMillionths(100n, 90n)).toBe(100_000)
  expect(offeredMillionths(100n, 89n)).toBeUndefined()
  expect(offeredMillionths(100n, 101n)).toBeUndefined()
  expect(offeredMillionths(0n, 0n)).toBeUndefined()
})

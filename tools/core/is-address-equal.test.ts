import * as fc from 'fast-check'
import { type Address, getAddress, isAddressEqual as viemsOwn } from 'viem'
import { expect, test } from 'vitest'
import { isAddressEqual } from './is-address-equal.ts'

const answer = (compare: typeof viemsOwn, a: Address, b: Address) => {
  try {
    return compare(a, b)
  } catch (error) {
    return (error as Error).name
  }
}

test('I39: compares addresses as viem does, and refuses what is none', () => {
  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  const written = fc.oneof(
    address,
    address.map((text) => getAddress(text)),
    address.map((text) => text.toUpperCase()),
    address.map((text) => `0x${text.slice(2).toUpperCase()}`),
    fc.constantFrom('0x', '0x00', `0x${'0'.repeat(41)}`, `0x${'g'.repeat(40)}`, `0x${'0'.repeat(40)}\n`),
  )
  fc.assert(
    fc.property(written, written, (a, b) => {
      for (const other of [a, b, a.toLowerCase(), `0x${a.slice(2).toUpperCase()}`]) {
        const [left, right] = [a as Address, other as Address]
        expect(answer(isAddressEqual, left, right)).toBe(answer(viemsOwn, left, right))
      }
    }),
  )
})

import * as fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { findByAddress } from './find-by-address.ts'
import { isAddressEqual } from './is-address-equal.ts'

const addressOf = (digit: number, isChecksummed: boolean): Address => {
  const address: Address = `0x${digit.toString(16).repeat(40)}`
  return isChecksummed ? getAddress(address) : address
}

test('I39: finds what a look through the list finds', () => {
  const written = fc.tuple(fc.integer({ min: 8, max: 15 }), fc.boolean()).map((args) => addressOf(...args))
  const list = fc.array(fc.record({ address: written, name: fc.nat() }), { maxLength: 6 })
  fc.assert(
    fc.property(list, fc.array(written, { minLength: 1 }), (items, wanted) => {
      for (const address of wanted) {
        const expected = items.find((item) => isAddressEqual(item.address, address))
        expect(findByAddress(items, (item) => item.address, address)).toBe(expected)
      }
    }),
  )
})

test('I39: fault: what is no address is refused', () => {
  expect(() => findByAddress([], ({ address }) => address, '0x00')).toThrow('Address "0x00" is invalid')
})

import { expect, test } from 'vitest'
import type { TypedData } from '../../core/plan.ts'
import type { KnownSignature } from '../../core/signature-reader.ts'
import { findSignatureReader } from './find-signature-reader.ts'

const reader: KnownSignature = {
  type: 'Offer(address token,uint256 amount)',
  verifier: 'token',
  read: () => ({ authorities: [] }),
  findLiveness: () => ({ isDead: async () => false, cancel: [] }),
}
const offer: TypedData = {
  domain: {},
  types: {
    Offer: [
      { type: 'address', name: 'token' },
      { type: 'uint256', name: 'amount' },
    ],
  },
  primaryType: 'Offer',
  message: {},
}

test('default', () => expect(findSignatureReader([reader], offer)).toBe(reader))

test.each([
  'Bid',
  'constructor',
])('I28: of a type called %s, which no protocol reads, nothing is said', (primaryType) => {
  expect(findSignatureReader([reader], { ...offer, primaryType })).toBeUndefined()
})

test('I28: a name alone is no type', () => {
  const types = { Offer: [{ type: 'address', name: 'token' }] }
  expect(findSignatureReader([reader], { ...offer, types })).toBeUndefined()
})

test('I28: structs that a type refers to are written in the order of their names, as they are hashed', () => {
  const types = {
    Offer: [
      { type: 'Price', name: 'price' },
      { type: 'Amount[2]', name: 'amounts' },
    ],
    Price: [{ type: 'uint256', name: 'usd' }],
    Amount: [{ type: 'uint256', name: 'units' }],
  }
  const type = 'Offer(Price price,Amount[2] amounts)Amount(uint256 units)Price(uint256 usd)'
  expect(findSignatureReader([{ ...reader, type }], { ...offer, types })?.type).toBe(type)
})

test.each([
  ['a domain of its own', { EIP712Domain: [{ type: 'string', name: 'name' }] }],
  ['a name that spells another struct', { 'Bid(address to)': [] }],
  ['a field whose name spells another one', { Bid: [{ type: 'uint256', name: 'a,address to' }] }],
])('I28: a type with %s is not understood, though nothing refers to it', (_, more) => {
  expect(findSignatureReader([reader], { ...offer, types: { ...offer.types, ...more } })).toBeUndefined()
})

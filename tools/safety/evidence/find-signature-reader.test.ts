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

import { expect, test } from 'vitest'
import type { AddressBook } from './address-book.ts'
import { defineBase } from './base.ts'
import { collectSignatures } from './collect-signatures.ts'
import { defineProtocol } from './protocol.ts'
import type { SignatureReader } from './signature-reader.ts'

const keeper = '0x00000000000000000000000000000000000000c1'
const BOOK: AddressBook = { chainId: 1, nativeSymbol: 'ETH', tokens: [], protocols: { one: { keeper } } }

const reading = (verifier: SignatureReader['verifier']): SignatureReader => ({
  type: 'Offer(address token)',
  verifier,
  read: () => ({ authorities: [] }),
  findLiveness: () => ({ isDead: async () => false, cancel: [] }),
})
const protocol = (id: string, verifier: SignatureReader['verifier']) =>
  defineProtocol(defineBase({ id, contracts: { keeper: { abi: [] } } }), {
    title: id,
    standing: 'none',
    signatures: [reading(verifier)],
  })

test.each([
  ['one', { contract: 'keeper' }, keeper],
  ['elsewhere', { contract: 'keeper' }, undefined],
  ['one', 'spender', 'spender'],
] as const)('behavior: what %s signs for %j is verified by %s', (id, verifier, expected) => {
  expect(collectSignatures([protocol(id, verifier)], BOOK)[0]?.verifier).toBe(expected)
})

test('I7: error: two protocols that read the same type', () => {
  expect(() => collectSignatures([protocol('one', 'token'), protocol('two', 'token')], BOOK)).toThrow(
    'two and one both read Offer(address token)',
  )
})

test('error: a verifier that is not in the base', () => {
  expect(() => protocol('one', { contract: 'nobody' })).toThrow('contract "nobody" is not in its base')
})

import * as fc from 'fast-check'
import { bytesToHex, type Hex, keccak256 as viemsOwn } from 'viem'
import { expect, test } from 'vitest'
import { keccak256 } from './keccak256.ts'

const answer = (hash: () => Hex) => {
  try {
    return hash()
  } catch {
    return 'no hex'
  }
}

test('property: it hashes bytes and hex as viem does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1_200 }), (bytes) => {
      const expected = viemsOwn(bytes)
      expect(keccak256(bytes)).toBe(expected)
      expect(keccak256(bytesToHex(bytes))).toBe(expected)
      expect(keccak256(`0x${bytesToHex(bytes).slice(2).toUpperCase()}`)).toBe(expected)
    }),
  )
})

test.each([
  '0x',
  '0x1',
  '0x123',
  '0xzz',
  '0x12zz',
  '0x123z',
  '0x\u0430\u0431',
] as const)('behavior: %s is read as viem does', (text) => {
  expect(answer(() => keccak256(text))).toBe(answer(() => viemsOwn(text)))
})

test('behavior: what is longer than any buffer of the hasher is hashed whole', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)
  expect(keccak256(bytes)).toBe(viemsOwn(bytes))
})

import * as fc from 'fast-check'
import { bytesToHex, type Hex, numberToHex, serializeSignature } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import {
  bindCurve,
  type Curve,
  JAVASCRIPT_CURVE,
  NATIVE_CURVE,
  recoverSigner,
  signDigest,
} from './secp256k1.ts'

/** Order of the group (SEC 2, section 2.4.1). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const native = NATIVE_CURVE as Curve
const word = fc.uint8Array({ minLength: 32, maxLength: 32 })
const keys = fc.bigInt({ min: 1n, max: ORDER - 1n }).map((key) => numberToHex(key, { size: 32 }))
const toBytes = (hex: Hex) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

const outcome = (act: () => string) => {
  try {
    return act()
  } catch {
    return 'no signature'
  }
}

describe.runIf(NATIVE_CURVE)('the native curve is the one in JavaScript', () => {
  test('property: it signs alike, and who signed is recovered', () => {
    fc.assert(
      fc.property(keys, word, (key, digest) => {
        const signature = native.sign(toBytes(key), bytesToHex(digest))
        expect(signature).toEqual(JAVASCRIPT_CURVE.sign(toBytes(key), bytesToHex(digest)))
        expect(native.recover(bytesToHex(digest), signature)).toBe(privateKeyToAddress(key))
      }),
      { numRuns: 40 },
    )
  })

  test('I16: property: it recovers from any words alike, or from none', () => {
    const edge = fc.constantFrom(0n, 1n, ORDER / 2n, ORDER / 2n + 1n, ORDER - 1n, ORDER, 2n ** 256n - 1n)
    const words = fc.oneof(
      word.map((bytes) => bytesToHex(bytes)),
      edge.map((value) => numberToHex(value, { size: 32 })),
    )
    fc.assert(
      fc.property(words, words, fc.constantFrom(0, 1), words, (r, s, yParity, digest) => {
        const [own, other] = [native, JAVASCRIPT_CURVE].map(({ recover }) =>
          outcome(() => recover(digest, { r, s, yParity })),
        )
        expect(own).toBe(other)
      }),
      { numRuns: 60 },
    )
  })
})

describe('recoverSigner', () => {
  const key = `0x${'7a'.repeat(32)}` as const
  const digest = `0x${'11'.repeat(32)}` as const
  const { r, s, yParity } = signDigest(toBytes(key), digest)
  const text = serializeSignature({ r, s, yParity })

  test.each([yParity, yParity + 27])('behavior: takes words and bytes that end with %i', (last) => {
    const bytes = `${text.slice(0, 130)}${last.toString(16).padStart(2, '0')}` as Hex
    expect(recoverSigner(digest, bytes)).toBe(privateKeyToAddress(key))
    expect(recoverSigner(digest, { r, s, yParity })).toBe(privateKeyToAddress(key))
  })

  test('I16: error: the mirror image of a signature is none', () => {
    const mirror = { r, s: numberToHex(ORDER - BigInt(s), { size: 32 }), yParity: 1 - yParity }
    expect(native.recover(digest, mirror)).toBe(privateKeyToAddress(key))
    expect(recoverSigner(digest, mirror)).toBeUndefined()
    expect(recoverSigner(digest, serializeSignature(mirror))).toBeUndefined()
  })

  test.each([
    '0x',
    'zz',
    text.slice(0, 130),
    `${text}00`,
    `${text.slice(0, 130)}02`,
    `${text.slice(0, 130)}1d`,
    `${text.slice(0, 130)}23`,
    `${text.slice(0, 130)}${yParity}`,
  ])('I16: error: %s is no signature', (bytes) => {
    expect(recoverSigner(digest, bytes as Hex)).toBeUndefined()
  })
  const shorter = (hex: Hex) => hex.slice(0, -1) as Hex
  test.each([
    ['r', digest, { r: shorter(r), s, yParity }],
    ['s', digest, { r, s: shorter(s), yParity }],
    ['a digest', shorter(digest), { r, s, yParity }],
  ])('error: %s of half a byte less is none', (_, of, signature) => {
    expect(recoverSigner(of, signature)).toBeUndefined()
  })
})

test.each([
  '0x',
  `0x${'11'.repeat(31)}`,
  `0x${'1'.repeat(63)}`,
  `0x${'11'.repeat(33)}`,
] as const)('error: %s is no digest that is signed', (digest) =>
  expect(() => signDigest(new Uint8Array(32).fill(7), digest)).toThrow(RangeError))

test('behavior: a binding that fails, or answers something else, is not used', () => {
  const ecdsaSign = () => ({ signature: new Uint8Array(64).fill(1), recid: 0 })
  expect(bindCurve({ ecdsaSign, ecdsaRecover: () => new Uint8Array(65).fill(4) })).toBeUndefined()
  expect(bindCurve({} as never)).toBeUndefined()
})

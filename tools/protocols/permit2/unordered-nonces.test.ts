import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countUsed, firstFree, toMasks, WHOLE_WORD } from './unordered-nonces.ts'

test('default: a mask holds exactly the nonces that it was made of', () => {
  const nonce = fc.bigInt({ min: 0n, max: 4_000n })
  fc.assert(
    fc.property(fc.uniqueArray(nonce, { maxLength: 40 }), (nonces) => {
      const masks = toMasks(nonces, [])
      const found = [...masks].flatMap(([word, mask]) =>
        Array.from({ length: 256 }, (_, bit) => BigInt(bit))
          .filter((bit) => ((mask >> bit) & 1n) === 1n)
          .map((bit) => (word << 8n) + bit),
      )
      expect(found).toEqual(nonces.toSorted((a, b) => Number(a - b)))
      expect([...masks.values()].reduce((sum, mask) => sum + countUsed(mask), 0)).toBe(nonces.length)
    }),
  )
})

test('behavior: a whole word takes in the nonces of it', () => {
  expect(toMasks([512n, 3n], [2n])).toEqual(
    new Map([
      [0n, 8n],
      [2n, WHOLE_WORD],
    ]),
  )
  expect(countUsed(WHOLE_WORD)).toBe(256)
})

test('behavior: the first free nonce stands after those that are used', () => {
  expect(firstFree(0n, 0n)).toBe(0n)
  expect(firstFree(3n, 0b1011n)).toBe(3n * 256n + 2n)
  expect(firstFree(1n, WHOLE_WORD)).toBeUndefined()
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test('behavior: takes prefixes away first, then everything but letters and digits', () => {
  const texts = fc
    .array(fc.constantFrom('0', 'x', 'X', '\\', '0x', '\\x', 'Ab', ' ', '-', 'ß', 'K', '7', '٣'), {
      maxLength: 16,
    })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const plain = text.toLowerCase().replaceAll(/0x|\\x/g, '')
      expect(fold(text)).toBe(plain.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    }),
    { numRuns: 2_000 },
  )
})

test('behavior: letters that nobody sees are taken away as well', () => {
  expect(fold('a\u3164b\u115fc\u1160d\uffa0e')).toBe('abcde')
})

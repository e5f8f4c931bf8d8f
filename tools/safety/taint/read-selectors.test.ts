import { expect, test } from 'vitest'
import { readSelectors } from './read-selectors.ts'

test('I43: each of the 256 selectors of variants is the byte that it is numbered by', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const written = bytes.map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
  expect([...readSelectors(`x${written.join('')}y`)].slice(1, -1)).toEqual(
    bytes.map((byte) => String.fromCharCode(byte)),
  )
})

import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCodes } from './character-runs.ts'
import { joinHexGroups } from './hex-groups.ts'
import { listPrintable } from './printable.ts'
import { readCharacters } from './read-characters.ts'

/** Texts in which numbers, groups of digits and what stands between them come often. */
const TEXTS = fc
  .array(
    fc.oneof(
      fc.constantFrom('0x', '0X', 'x', ' ', ',', 'g', 'ß', 'Ab', '00', '255', '256', '007'),
      fc.integer({ min: 0, max: 999 }).map(String),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), maxLength: 18 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

test('I43: reads numbers as characters as their digits say', () => {
  fc.assert(
    fc.property(TEXTS, (text) => {
      const codes = (text.match(/\d+/g) ?? []).map(Number).filter((code) => code < 256)
      expect(readCharacters(toCodes(text))).toBe(String.fromCharCode(...codes))
    }),
  )
})

test('I43: joins groups of hex digits, of one width and of all', () => {
  const GROUP = /(?<![0-9a-z])(?:0x)?([0-9a-f]{1,15})(?![0-9a-z])/gi
  fc.assert(
    fc.property(TEXTS, (text) => {
      const found = [...text.matchAll(GROUP)].map(([, digits = '']) => digits.toLowerCase())
      const widths = [...new Set(found.map(({ length }) => length))]
      const groups = widths.map((width) => found.filter(({ length }) => length === width))
      const expected = [...groups, ...(widths.length > 1 ? [found] : [])].flatMap((group) =>
        group.join('').length < 16 ? [] : [group.join(''), group.toReversed().join('')],
      )
      expect(joinHexGroups(toCodes(text))).toEqual(expected)
    }),
  )
})

test('I43: lists what is printable in bytes, over zeros', () => {
  const bytes = fc
    .array(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0x1f, max: 0x7f }) }, fc.nat(255)), {
      maxLength: 80,
    })
    .map((codes) => Buffer.from(codes.map((code) => (code === 0x1f ? 0 : code))))
  fc.assert(
    fc.property(bytes, (given) => {
      const expected =
        given
          .toString('latin1')
          .replaceAll('\0', '')
          .match(/[\x20-\x7e]{8,}/g) ?? []
      expect(listPrintable(given)).toEqual([...expected])
    }),
  )
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNeedleIndex, PIECE_LENGTH } from './needle-index.ts'

const isTelling = (piece: string) => new Set(piece).size >= 4

/** What the index has to find, said without one. */
function holds(text: string, inPieces: readonly string[], asWhole: readonly string[]): boolean {
  return (
    asWhole.some((needle) => text.includes(needle)) ||
    inPieces.some((needle) => {
      const pieces = Array.from({ length: Math.max(0, needle.length - PIECE_LENGTH + 1) }, (_, at) =>
        needle.slice(at, at + PIECE_LENGTH),
      ).filter(isTelling)
      return pieces.length === 0 ? text.includes(needle) : pieces.some((piece) => text.includes(piece))
    })
  )
}

/** Few letters, so that grams come again, pieces say little and runs go on past what was planted. */
const WORDS = fc.string({ unit: fc.constantFrom('0', '1', 'a', 'b', 'c', 'ÿ'), minLength: 1, maxLength: 40 })

describe('createNeedleIndex', () => {
  test('I43: finds what a search for every piece finds, wherever it lies', () => {
    fc.assert(
      fc.property(
        fc.array(WORDS, { minLength: 1, maxLength: 3 }),
        fc.array(WORDS, { maxLength: 2 }),
        fc.nat(30),
        fc.nat(40),
        WORDS,
        WORDS,
        (inPieces, asWhole, from, length, before, after) => {
          const index = createNeedleIndex([{ of: 'a secret', inPieces, asWhole }])
          for (const planted of [...inPieces, ...asWhole]) {
            const text = before + planted.slice(from, from + length) + after
            const found = new Set<string>()
            index.search(text, found)
            expect(found.size === 1).toBe(holds(text, inPieces, asWhole))
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

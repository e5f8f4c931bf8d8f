import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGlob } from './glob.ts'
import { readPattern } from './pattern.ts'

/** Patterns whose meaning is the same in JavaScript's own engine. */
const atomArb = fc.constantFrom(
  'a',
  'b',
  'é',
  '🦊',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  '\\W',
  '\\.',
  '(?:ab|b)',
  '(a)',
  '^',
  '$',
  '\\b',
)
const patternArb = fc
  .array(fc.tuple(atomArb, fc.constantFrom('', '', '*', '+', '?', '{0,2}', '*?')), { maxLength: 5 })
  .map((parts) =>
    parts.map(([atom, times]) => (/^(\^|\$|\\b)$/.test(atom) ? atom : `${atom}${times}`)).join(''),
  )
const lineArb = fc
  .array(fc.constantFrom('a', 'b', 'A', 'é', '🦊', '1', '_', '.', ' ', '\r'), { maxLength: 8 })
  .map((parts) => parts.join(''))

test("behavior: patterns mean what JavaScript's own engine makes of them", () => {
  fc.assert(
    fc.property(patternArb, lineArb, (pattern, line) => {
      expect(readPattern(pattern).matches(line)).toBe(new RegExp(pattern, 'us').test(line))
    }),
    { numRuns: 2_000 },
  )
})

test('behavior: a literal pattern is its text, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), lineArb, (text, line) => {
      fc.pre(!text.includes('\n') && text.isWellFormed())
      const { matches } = readPattern(text, { literal: true })
      expect([matches(`${line}${text}${line}`), matches(line)]).toEqual([true, line.includes(text)])
    }),
  )
})

test.each([
  ['*.txt', ['a.txt', 'b/a.txt', '.txt'], ['a.txt.bak', 'a_txt']],
  ['b/*.txt', ['b/a.txt'], ['a.txt', 'b/c/a.txt', 'c/b/a.txt']],
  ['**/a', ['a', 'b/a', 'b/c/a'], ['ba', 'b/ca']],
  ['a/**', ['a/b', 'a/b/c'], ['a', 'b/a/c']],
  ['?', ['a', '🦊', '\n'], ['ab', '']],
  ['[a-c]x', ['ax', 'cx'], ['dx', 'x']],
  ['[!a-c]', ['d'], ['a', '/']],
  ['{a,b*}', ['a', 'b', 'bc'], ['ac', ',']],
  ['a,b', ['a,b'], ['a', 'b']],
  ['\\*', ['*'], ['a', '\\a']],
  ['(a|b)+$', ['(a|b)+$'], ['a', 'ab']],
  ['[', ['['], ['a']],
])('default: the glob %s', (glob, fits, fails) => {
  const isMatch = readGlob(glob)
  expect([fits.filter((path) => !isMatch(path)), fails.filter(isMatch)]).toEqual([[], []])
})

test.each([['{a'], ['x'.repeat(1_001)], ['[z-a]']])('error: PATTERN_INVALID for the glob %s', (glob) => {
  expect(() => readGlob(glob)).toThrow(expect.objectContaining({ code: 'PATTERN_INVALID' }))
})

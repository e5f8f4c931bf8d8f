import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clip } from './clip.ts'
import { displayWidth, truncate } from './display-width.ts'
import { formatAmount } from './format-amount.ts'
import { formatDuration } from './format-duration.ts'
import { joinWhole } from './join-whole.ts'
import { makeVisible } from './make-visible.ts'
import { orderNames } from './order-names.ts'
import { shortenHash } from './shorten-hash.ts'
import { wrap } from './wrap.ts'

test.each([
  [0, '0 µs'],
  [0.25, '250 µs'],
  [0.9996, '1 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [999.6, '1.00 s'],
  [59_994, '59.99 s'],
  [59_999, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('formatDuration(%d) is %s', (durationMs, expected) => {
  expect(formatDuration(durationMs)).toBe(expected)
})

test.each([
  ['0', 6, '0'],
  ['-500000000', 6, '−500'],
  ['199401230000000001', 18, '+0.199401230000000001'],
  ['1234567890000000', 6, '+1,234,567,890'],
  ['7', 0, '+7'],
  ['100', 0, '+100'],
])('formatAmount(%s, %d) is %s', (baseUnits, decimals, expected) => {
  expect(formatAmount(baseUnits, decimals, { signed: true })).toBe(expected)
})

test('makeVisible spells out what would act on a terminal', () => {
  expect(makeVisible('a\u0000\u001b[2K\u202e\u2028\ud800\u009b')).toBe(
    'a\\u{0}\\u{1b}[2K\\u{202e}\\u{2028}\\u{d800}\\u{9b}',
  )
  expect(makeVisible('a\r\nb\tc é 👩‍🚀')).toBe('a\nb  c é 👩‍🚀')
  // A name that is not what it looks like, and a text that only a model reads.
  expect(makeVisible('US\u200bDC \ufeffDAI\u200e \u{e0041}\u00ad')).toBe(
    'US\\u{200b}DC \\u{feff}DAI\\u{200e} \\u{e0041}\\u{ad}',
  )
})

test('makeVisible leaves what is printed alone, whatever stands beside it', () => {
  const printed = fc.string({ unit: 'grapheme-ascii' })
  fc.assert(
    fc.property(printed, printed, fc.constantFrom('\u0000', '\u007f', '\u202e'), (before, after, hidden) => {
      expect(makeVisible(`${before}\n${after}`)).toBe(`${before}\n${after}`)
      const written = `\\u{${hidden.charCodeAt(0).toString(16)}}`
      expect(makeVisible(before + hidden + after)).toBe(before + written + after)
    }),
  )
})

test('formatAmount groups whole numbers as the locale does', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), (amount) => {
      expect(formatAmount(amount.toString(), 0)).toBe(amount.toLocaleString('en-US'))
    }),
  )
})

test('displayWidth counts what a terminal shows', () => {
  expect(displayWidth('é👩‍🚀語𠮷')).toBe(7)
  expect(truncate('abcdef', 4)).toBe('abc…')
  expect(truncate('👩‍🚀👩‍🚀👩‍🚀', 4)).toBe('👩‍🚀…')
  expect(truncate('abc', 0)).toBe('')
})

test('wrap breaks at spaces, and inside of words that fit no line', () => {
  expect(wrap('one two three\nfour', 9)).toEqual(['one two', 'three', 'four'])
  expect(wrap(`ab ${'x'.repeat(20)} cd`, 10)).toEqual(['ab xxxxxxx', 'xxxxxxxxxx', 'xxx cd'])
  expect(wrap('', 10)).toEqual([''])
})

test('joinWhole leaves out whole parts, and says how many', () => {
  expect(joinWhole(['5 USDC (at most 3)', 'b', 'c', 'd'], 22)).toBe('5 USDC (at most 3); b; and 2 more')
  expect(joinWhole(['a', 'b'], 4)).toBe('a; b')
  expect(joinWhole(['long', 'b'], 2)).toBe('long; and 1 more')
})

test('clip says how much it left out', () => {
  expect(clip('x'.repeat(10_000), 3)).toBe('xxx… (9,997 more characters)')
  expect(clip('👩'.repeat(100), 1)).toBe('👩… (99 more characters)')
  expect(clip('x'.repeat(25), 3)).toBe('x'.repeat(25))
  expect(clip('x'.repeat(26), 3)).toBe('xxx… (23 more characters)')
})

test('orderNames keeps unknown names', () => {
  expect(orderNames(['z', 'chain', 'schema', 'a', 'z'], ['schema', 'chain'])).toEqual([
    'schema',
    'chain',
    'a',
    'z',
  ])
})

test('shortenHash keeps both ends', () => {
  expect(shortenHash(`0x${'ab'.repeat(32)}`)).toBe('0xabababab…ababab')
  expect(shortenHash('0x12')).toBe('0x12')
})

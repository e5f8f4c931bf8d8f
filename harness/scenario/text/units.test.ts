import fc from 'fast-check'
import { formatUnits } from 'viem'
import { expect, test } from 'vitest'
import { parseDecimal, parseDurationMs, splitAmount, withoutUsd } from './units.ts'

test('behavior: an amount survives being written and read, at any size and number of decimals', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 256n), 2n ** 256n), fc.integer({ min: 0, max: 36 }), (value, decimals) => {
      expect(parseDecimal(formatUnits(value, decimals), decimals)).toBe(value)
    }),
  )
})

test('behavior: an amount splits into its decimal and its symbol', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 2n ** 128n),
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,10}$/),
      (value, symbol) => {
        const decimal = formatUnits(value, 18)
        expect(splitAmount(`${decimal} ${symbol}`)).toEqual({ decimal, symbol })
      },
    ),
  )
})

test('behavior: a duration survives being written in every unit that holds it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (ms) => {
      const [sign, rest] = ms < 0 ? ['-', -ms] : ['', ms]
      expect(parseDurationMs(`${sign}${rest}ms`)).toBe(ms)
      const seconds = `${Math.floor(rest / 1_000)}.${String(rest % 1_000).padStart(3, '0')}`
      expect(parseDurationMs(`${sign}${seconds}s`)).toBe(ms)
    }),
  )
})

test.each([
  ['0s', 0],
  ['-0s', 0],
  ['59.999s', 59_999],
  ['10m', 600_000],
  ['1.5h', 5_400_000],
  ['24h', 86_400_000],
  ['1d', 86_400_000],
  ['+5m', 300_000],
  ['-1h', -3_600_000],
])('behavior: %s is a duration', (text, ms) => {
  expect(parseDurationMs(text)).toBe(ms)
})

test.each([
  '',
  '60',
  's',
  '1.2345s',
  '1e3s',
  '0.5ms',
  '5 m s',
  '10M',
  'Infinitys',
  '9999999999999d',
])('behavior: "%s" is no duration', (text) => {
  expect(parseDurationMs(text)).toBeUndefined()
})

test.each([
  '',
  '.5',
  '5.',
  '1e3',
  '0x10',
  '1_000',
  '1,000',
  '--5',
  'NaN',
  '٣',
])('behavior: "%s" is no decimal', (text) => {
  expect(parseDecimal(text, 18)).toBeUndefined()
})

test('behavior: more decimals than the token has are refused, never rounded', () => {
  expect(parseDecimal('0.000001', 6)).toBe(1n)
  expect(parseDecimal('0.0000001', 6)).toBeUndefined()
  expect(parseDecimal('1.0', 0)).toBeUndefined()
})

test.each([
  ['1234.5 USD', '1234.5'],
  ['1234.5USD', '1234.5'],
  ['none', 'none'],
  ['USD', ''],
  ['5 USD ', '5 USD '],
])('behavior: "%s" is "%s" without its unit', (text, bare) => {
  expect(withoutUsd(text)).toBe(bare)
})

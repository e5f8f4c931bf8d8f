import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { createSecretMatcher } from '../taint/secrets.ts'
import { createContentFilter, createResultFilter } from './result-filter.ts'

const KEY = Buffer.from('59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d', 'hex')
const MATCHER = createSecretMatcher([{ label: 'operator key', bytes: KEY }])
const filter = createResultFilter(MATCHER)

describe('createResultFilter', () => {
  test.each([
    ['hex', KEY.toString('hex')],
    ['upper-case hex', KEY.toString('hex').toUpperCase()],
    ['0x hex', `0x${KEY.toString('hex')}`],
    ['base64', KEY.toString('base64')],
    ['base64url', KEY.toString('base64url')],
    ['decimal', BigInt(`0x${KEY.toString('hex')}`).toString()],
    ['reversed', Buffer.from(KEY).reverse().toString('hex')],
  ])('I43: error: RESULT_LEAKS_SECRET for the key as %s', (_, text) => {
    expect(() => filter({ deep: [{ note: `see ${text} here` }] })).toThrow(
      expect.objectContaining({ code: 'RESULT_LEAKS_SECRET', layer: 'result-filter' }),
    )
  })

  test.each([
    ['Hangul fillers', ['\u3164', '\u115f', '\u1160', '\uffa0'], KEY.toString('base64')],
    ['tags', ['\u{e0041}'], KEY.toString('base64')],
    ['tags and fillers', ['\u{e0041}', '\u3164'], KEY.toString('base64')],
    ['tags that stand in bytes which are encoded twice', ['\u{e0041}'], btoa(btoa(KEY.toString('hex')))],
  ])('I43: no key comes out of a text by what is removed from it: %s', (_, between, secret) => {
    const text = [...secret].map((letter, at) => letter + between[at % between.length]).join('')
    for (const one of [filter, createContentFilter(MATCHER)]) {
      expect(() => one({ note: text })).toThrow(expect.objectContaining({ code: 'RESULT_LEAKS_SECRET' }))
    }
  })

  test('behavior: text that hides or reorders itself is made plain', () => {
    expect(filter({ symbol: 'US\u202eDC\u200b', lines: 'a\u0000b' })).toEqual({ symbol: 'USDC', lines: 'ab' })
  })

  test('behavior: names of fields are texts as well', () => {
    expect(filter([{ 'US\u202eDC\u200b': { ['k'.repeat(300)]: 1 } }])).toEqual([
      { USDC: { [`${'k'.repeat(256)}…`]: 1 } },
    ])
    expect(createContentFilter(MATCHER)({ 'a\n\u200bb': 1 })).toEqual({ 'a\nb': 1 })
  })

  test('behavior: no field hides another one by its name, whichever stands first', () => {
    const told = { amount: '5', 'amount\u200b': '9', 'am\u200bount': '7' }
    const shown = { amount: '5', 'amount (2)': '9', 'amount (3)': '7' }
    expect(filter(told)).toEqual(shown)
    expect(filter(Object.fromEntries(Object.entries(told).reverse()))).toEqual({
      amount: '5',
      'amount (2)': '7',
      'amount (3)': '9',
    })
    expect(filter({ 'amount\u200b': '9', 'amount (2)': '1', 'a\u200bmount': '2' })).toEqual({
      amount: '9',
      'amount (2)': '1',
      'amount (3)': '2',
    })
    const [first, second] = [`${'k'.repeat(256)}1`, `${'k'.repeat(256)}2`]
    expect(Object.values(filter({ [first]: 1, [second]: 2 }) as object)).toEqual([1, 2])
  })

  test.each([
    ['tag characters', [...'send all'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')],
    ['variation selectors', '\u{e0100}\u{e0101}\ufe01\ufe02\ufe0f'],
    ['an Arabic letter mark', '\u061c'],
    ['soft hyphens', '\u00ad'],
    ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
    ['a Mongolian separator', '\u180e'],
    ['an annotation', '\ufff9\ufffb'],
  ])('behavior: %s hide nothing in a text', (_, hidden) => {
    expect(filter({ symbol: `USDC${hidden}` })).toEqual({ symbol: 'USDC' })
    expect(createContentFilter(MATCHER)(`USDC${hidden}\r\n\tend`)).toBe('USDC\r\n\tend')
  })

  test.each([
    'Ünïcode — 名称 名前 이름 اسم ١٢',
    'up 🚀, love ❤️ and key 1️⃣',
    '\u0600١',
  ])('behavior: what is seen stays as it is: %s', (text) => expect(filter(text)).toBe(text))

  test.each<[string, Json]>([
    ['a run of hex digits', 'a1'.repeat(3_200_000)],
    ['nested escapes', '%2541'.repeat(600_000)],
    ['many numbers', { list: Array.from({ length: 300_000 }, () => 12_345) }],
    ['long keys', { ['k'.repeat(1_310_720)]: 1 }],
  ])('I43: error: RESULT_TOO_LONG for %s that would be searched for too long', (_, result) => {
    for (const one of [filter, createContentFilter(MATCHER)]) {
      expect(() => one(result)).toThrow(
        expect.objectContaining({ code: 'RESULT_TOO_LONG', layer: 'result-filter' }),
      )
    }
  })

  test('I43: whatever is searched is searched to its end', () => {
    const text = `${'7a'.repeat(200_000)} ${KEY.toString('hex')}`
    expect(() => filter(text)).toThrow(expect.objectContaining({ code: 'RESULT_LEAKS_SECRET' }))
  })

  test('behavior: overlong text is shortened', () => {
    expect(String(filter('x'.repeat(10_000))).length).toBeLessThan(300)
  })

  test('default: everything else passes as it is', () => {
    const result = { symbol: 'USDC', amount: '500', ok: true, none: null, list: [1, 'two'] }
    expect(filter(result)).toEqual(result)
  })
})

test('behavior: what is cut is not cut within a character', () => {
  expect(filter(`${'.'.repeat(255)}🙂 and more`)).toBe(`${'.'.repeat(255)}…`)
  expect(filter(`${'.'.repeat(254)}🙂 and more`)).toBe(`${'.'.repeat(254)}🙂…`)
})

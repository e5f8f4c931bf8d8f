import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { createSecretMatcher } from '../taint/secrets.ts'
import { createResultFilter } from './result-filter.ts'

const KEY = Buffer.from('59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d', 'hex')
const filter = createResultFilter(createSecretMatcher([{ label: 'operator key', bytes: KEY }]))

describe('createResultFilter', () => {
  test.each([
    ['hex', KEY.toString('hex')],
    ['upper-case hex', KEY.toString('hex').toUpperCase()],
    ['0x hex', `0x${KEY.toString('hex')}`],
    ['base64', KEY.toString('base64')],
    ['base64url', KEY.toString('base64url')],
    ['decimal', BigInt(`0x${KEY.toString('hex')}`).toString()],
    ['reversed', Buffer.from(KEY).reverse().toString('hex')],
  ])('error: RESULT_LEAKS_SECRET for the key as %s', (_, text) => {
    expect(() => filter({ deep: [{ note: `see ${text} here` }] })).toThrow(
      expect.objectContaining({ code: 'RESULT_LEAKS_SECRET', layer: 'result-filter' }),
    )
  })

  test('behavior: text that hides or reorders itself is made plain', () => {
    expect(filter({ symbol: 'US\u202eDC\u200b', lines: 'a\u0000b' })).toEqual({ symbol: 'USDC', lines: 'ab' })
  })

  test('behavior: overlong text is shortened', () => {
    expect(String(filter('x'.repeat(10_000))).length).toBeLessThan(300)
  })

  test('default: everything else passes as it is', () => {
    const result = { symbol: 'USDC', amount: '500', ok: true, none: null, list: [1, 'two'] }
    expect(filter(result)).toEqual(result)
  })
})

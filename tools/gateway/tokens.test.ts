import { expect, test } from 'vitest'
import { createTokens } from './tokens.ts'

const OWN = 'an-owner-token-of-many-characters-0123456789'
const tokens = createTokens(OWN, 'one')
const session = tokens.forSession('main')

test('default: the gateway’s own token, and that of a session', () => {
  expect(tokens.judge(`Bearer ${OWN}`)).toEqual({ role: 'operator' })
  expect(tokens.judge(`bearer  ${session}`)).toEqual({ role: 'session', session: 'main' })
  expect(createTokens(OWN, 'one').forSession('main')).toBe(session)
})

test.each([
  undefined,
  '',
  OWN,
  'Bearer ',
  `Bearer ${OWN}x`,
  `Bearer ${OWN.slice(1)}`,
  `Basic ${OWN}`,
  `Bearer ${OWN} ${OWN}`,
  `Bearer ${session.replace('session.', 'session.x')}`,
  `Bearer ${session.replace(/\.[^.]+\./, `.${Buffer.from('other').toString('base64url')}.`)}`,
  `Bearer ${session.slice(0, -1)}${session.endsWith('0') ? 1 : 0}`,
  `Bearer ${createTokens(`${OWN}x`, 'one').forSession('main')}`,
  `Bearer ${createTokens(OWN, 'another').forSession('main')}`,
])('I25: error: %s is nobody’s', (authorization) => expect(tokens.judge(authorization)).toBeUndefined())

test('I43: no text that is redacted holds a token', () => {
  expect(tokens.redact(`a ${OWN} b ${session} c ${OWN}`)).toBe('a [token] b [token] c [token]')
})

test('I25: error: a token that can be guessed', () => {
  expect(() => createTokens('short', 'one')).toThrow('the token has 5 characters, expected at least 32')
})

test.each([
  'a"b',
  'a\\b',
  'a b',
  'é',
  'a\nb',
  '=',
])('error: %j is in no token, so that none is written otherwise in JSON', (text) => {
  expect(() => createTokens(`${OWN}${text}${OWN}`, 'one')).toThrow(RangeError)
})

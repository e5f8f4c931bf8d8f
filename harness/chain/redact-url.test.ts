import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor, redactUrl, redactUrls } from './redact-url.ts'

test('default', () => {
  expect(redactUrl('https://eth.example.org/v1/key')).toBe('https://eth.example.org/…')
  expect(redactUrl('https://user:key@eth.example.org/?key=1')).toBe('https://eth.example.org/…')
  expect(redactUrl('https://user:key@eth.example.org')).toBe('https://eth.example.org')
  expect(redactUrl('http://127.0.0.1:8545/')).toBe('http://127.0.0.1:8545')
  expect(redactUrl('key')).toBe('not a URL')
})

test('behavior: every URL of a text is shortened, and one that was taken for a path', () => {
  expect(
    redactUrls('at https://user:pa)ss@a.example/v1/key), or wss://b.example/?k=1 "http://c.example/x"'),
  ).toBe('at https://a.example/… or wss://b.example/… "http://c.example/…"')
  expect(redactUrls('/home/https:/user:key@a.example/v2/key')).toBe('/home/https://a.example/…')
})

test('behavior: of secrets that begin alike the longest is taken out', () => {
  const redact = createRedactor('https://abcd:abcdefgh@host.invalid/abcdef')
  expect(redact('abcd abcdefgh abcdef')).toBe('… … …')
})

test('behavior: no secret of a URL is left in a text that quotes it, however it does', () => {
  const secret = fc.stringMatching(/^[\w/@:%+ -]{4,24}$/)
  fc.assert(
    fc.property(secret, secret, secret, secret, (user, password, key, query) => {
      const url = new URL(`https://host.invalid/v2/${encodeURIComponent(key)}`)
      url.username = encodeURIComponent(user)
      url.password = encodeURIComponent(password)
      url.searchParams.set('q', query)
      const basic = Buffer.from(`${user}:${password}`).toString('base64')
      const quotes = [
        url.href,
        user,
        password,
        key,
        query,
        basic,
        encodeURIComponent(password),
        key.toUpperCase(),
      ]
      const redacted = createRedactor(url.href)(quotes.map((each) => `<${each}>`).join(''))
      expect(redacted.replaceAll('https://host.invalid/…', '…').replaceAll(/[<>…]/g, '')).toBe('')
    }),
  )
})

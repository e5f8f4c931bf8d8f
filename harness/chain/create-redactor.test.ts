import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from './create-redactor.ts'

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

test('behavior: of secrets that begin alike the longest is taken out', () => {
  const redact = createRedactor('https://abcd:abcdefgh@host.invalid/abcdef')
  expect(redact('abcd abcdefgh abcdef')).toBe('… … …')
})

const KEY = 'cAnArY0123456789abcdefXYZ'
const hex = Buffer.from(KEY).toString('hex')

test.each([
  ['base64', Buffer.from(KEY).toString('base64')],
  ['base64 of more', Buffer.from(`key=${KEY};`).toString('base64')],
  ['hex', hex],
  ['percent-encoded', hex.replaceAll(/../g, '%$&')],
  ['its beginning', KEY.slice(0, 12)],
  ['its beginning as base64', Buffer.from(KEY.slice(0, 12)).toString('base64')],
])('behavior: no key is left as %s, and other lines are', (_, quoted) => {
  const redact = createRedactor(`https://host.invalid/v2/${KEY}`)
  const redacted = redact(`no access\nwith ${quoted} today\n`)
  expect(redacted).not.toContain(quoted)
  expect(redacted).toMatch(/^no access\n.*….*\n$/)
})

test('behavior: what only looks like an encoding of a short part stays', () => {
  const text = `reverted: 0x${Buffer.from('v2/main').toString('hex')}, block 22000000`
  expect(createRedactor('https://host.invalid/main/rpc1')(text)).toBe(text)
})

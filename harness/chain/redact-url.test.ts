import { expect, test } from 'vitest'
import { redactUrl, redactUrls } from './redact-url.ts'

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
  ).toBe('at https://a.example/…), or wss://b.example/… "http://c.example/…"')
  expect(redactUrls('/home/https:/user:key@a.example/v2/key')).toBe('/home/https://a.example/…')
})

test('behavior: punctuation behind a URL is of the text', () => {
  expect(redactUrls('http://127.0.0.1:8545, block 3; (redis://h:6379/0) ws://[::1] ws://h:1.')).toBe(
    'http://127.0.0.1:8545, block 3; (redis://h:6379/…) ws://[::1] ws://h:1.',
  )
  expect(redactUrls("'http://user:key@127.0.0.1:8545': http://user:key,")).toBe(
    "'http://127.0.0.1:8545': not a URL,",
  )
})

import { expect, test } from 'vitest'
import { redactUrl } from './redact-url.ts'

test('default', () => {
  expect(redactUrl('https://eth.example.org/v1/key')).toBe('https://eth.example.org/…')
  expect(redactUrl('https://user:key@eth.example.org/?key=1')).toBe('https://eth.example.org/…')
  expect(redactUrl('https://user:key@eth.example.org')).toBe('https://eth.example.org')
  expect(redactUrl('http://127.0.0.1:8545/')).toBe('http://127.0.0.1:8545')
  expect(redactUrl('key')).toBe('not a URL')
})

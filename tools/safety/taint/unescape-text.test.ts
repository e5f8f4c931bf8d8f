import { expect, test } from 'vitest'
import { readEscapes } from './unescape-text.ts'

test.each([
  ['&#65;&#x42;\\u0043\\x44\\105%46', 'ABCDEF'],
  ['\\u{10ffff}&#x10FFFF;&#1114111;', '\u{10ffff}\u{10ffff}\u{10ffff}'],
])('I43: what %s says is read', (text, expected) => expect(readEscapes(text).said).toBe(expected))

test.each([
  '\\u{110000}',
  '&#x110000;',
  '&#1114112;',
  '&#9999999;',
  '\\U00ffffff',
])('I43: %s is beyond Unicode and stays as it is, with all that is around it read', (beyond) =>
  expect(readEscapes(`%41${beyond}%42`).said).toBe(`A${beyond}B`))

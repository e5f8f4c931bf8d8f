import { expect, test } from 'vitest'
import { toCanonicalJson, toJson } from './json.ts'

test('default: keys are sorted, bigints are text, undefined members are left out', () => {
  expect(toCanonicalJson({ b: 1n, a: [{ d: undefined, c: null }] })).toBe('{"a":[{"c":null}],"b":"1"}')
})

test('behavior: a member called __proto__ is one, and no prototype', () => {
  const text = '{"__proto__":{"b":2},"a":[{"__proto__":1}]}'
  expect(toCanonicalJson(JSON.parse(text))).toBe(text)
  expect(Object.getPrototypeOf(toJson(JSON.parse(text)))).toBe(Object.prototype)
})

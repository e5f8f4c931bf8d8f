import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeLiteral } from './js-literal.ts'

const evaluate = (source: string): unknown => new Function(`return (${source})`)()

test('default: a literal has the value that was written, whatever it holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const wired: unknown = JSON.parse(JSON.stringify(value))
      const source = writeLiteral(wired)
      expect(source).toMatch(/^[\x20-\x7e]*$/)
      expect(evaluate(source)).toStrictEqual(wired)
    }),
    { numRuns: 300, seed: 1 },
  )
})

test('behavior: a member called __proto__ is one, and no prototype', () => {
  const value = JSON.parse('{"a":{"__proto__":{"b":1}},"__proto__":[1]}') as object
  const written = evaluate(writeLiteral(value)) as { a: object }
  for (const each of [written, written.a]) {
    expect(Object.hasOwn(each, '__proto__')).toBe(true)
    expect(Object.getPrototypeOf(each)).toBe(Object.prototype)
  }
  expect(JSON.stringify(written)).toBe(JSON.stringify(value))
})

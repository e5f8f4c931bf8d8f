import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countVisits, resolvePointer } from './schema-visits.ts'

type JsonSchema = Readonly<Record<string, unknown>>

const NAMES = ['a', 'b', 'c']
const reference = fc.constantFrom(...NAMES).map((name) => ({ $ref: `#/$defs/${name}` }))
const schema = fc.letrec<{ any: object }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom({}, { type: 'string' }),
    reference,
    fc.record({ allOf: fc.array(tie('any'), { maxLength: 3 }) }),
    fc.record({ not: tie('any'), items: tie('any'), contains: tie('any') }, { requiredKeys: [] }),
    fc.record({
      properties: fc.dictionary(fc.constantFrom('x', 'y'), tie('any')),
      additionalProperties: tie('any'),
    }),
  ),
})).any
const root = fc.record({ a: schema, b: schema, c: schema }).map(($defs) => ({ $ref: '#/$defs/a', $defs }))
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.constant('x'),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('any'), { maxKeys: 2 }),
  ),
})).any

/** Ask every schema that JSON Schema 2020-12 says is about a value, as the slowest validator would. */
function visit(part: JsonSchema, of: JsonSchema, given: unknown): number {
  let visits = 1
  const { $ref, allOf = [], not, items, contains, properties = {}, additionalProperties } = part
  const ask = (each: unknown, about: unknown) => {
    if (each !== undefined) visits += visit(each as JsonSchema, of, about)
  }
  if (typeof $ref === 'string') ask(resolvePointer($ref, of), given)
  for (const each of [...(allOf as object[]), not]) ask(each, given)
  if (Array.isArray(given)) {
    for (const element of given) for (const each of [items, contains]) ask(each, element)
  } else if (given !== null && typeof given === 'object') {
    for (const [name, member] of Object.entries(given)) {
      ask(
        Object.hasOwn(properties as object, name) ? (properties as JsonSchema)[name] : additionalProperties,
        member,
      )
    }
  }
  return visits
}
const countParts = (given: unknown): number =>
  1 +
  (given !== null && typeof given === 'object'
    ? Object.values(given).reduce((all, each) => all + countParts(each), 0)
    : 0)

test('property: no value costs more than its parts, each at the count, and what has no count leads back to itself', () => {
  let taken = 0
  fc.assert(
    fc.property(root, value, (given, about) => {
      let most: number
      try {
        most = countVisits(given, 1e9)
      } catch {
        return
      }
      taken += 1
      expect(visit(given, given, about)).toBeLessThanOrEqual(most * countParts(about))
    }),
    { numRuns: 2_000, seed: 1 },
  )
  expect(taken).toBeGreaterThan(500)
})

test('behavior: what is written once counts once, and twice what is written twice', () => {
  const text = { type: 'string' }
  expect(countVisits(text, 100)).toBe(1)
  expect(countVisits({ properties: { a: text, b: text } }, 100)).toBe(1)
  expect(countVisits({ allOf: [text, text] }, 100)).toBe(3)
  expect(countVisits({ allOf: [text, text] }, 2)).toBe(Number.POSITIVE_INFINITY)
  expect(countVisits({ items: { $ref: '#' } }, 100)).toBe(2)
})

test.each([
  [
    'patterns of names',
    { patternProperties: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`^x${at}$`, {}])) },
  ],
  [
    'objects of closed names',
    { anyOf: Array.from({ length: 100 }, () => ({ additionalProperties: false })) },
  ],
  ['schemas of names', { allOf: Array.from({ length: 100 }, () => ({ propertyNames: { maxLength: 9 } })) }],
  ['lists of unlike elements', { allOf: Array.from({ length: 100 }, () => ({ uniqueItems: true })) }],
])('behavior: a hundred %s are as much work as thousands of schemas', (_, schema) => {
  expect(countVisits(schema, 1e9)).toBeGreaterThanOrEqual(2_000)
  expect(countVisits({ type: 'object', properties: { a: schema } }, 1_999)).toBe(Number.POSITIVE_INFINITY)
})

test('behavior: a tree of closed objects costs no more the deeper it goes', () => {
  const closed = Array.from({ length: 10 }, () => ({ additionalProperties: false }))
  const node = { properties: { of: { items: { $ref: '#' } } }, anyOf: closed }
  expect(countVisits(node, 1e9)).toBeLessThan(2_000)
})

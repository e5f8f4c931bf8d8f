import fc from 'fast-check'

type Schema = Record<string, unknown>

const NAMES = ['a', 'b', 'text', 'Type', 'then', 'a-b', '0']
/** Names that would do something if they were not written as data. */
export const HOSTILE_NAMES = [
  ...['a', 'a/b', 'a~1b', '"', "'", '`${1}`', '*/', '\\', '\u2028', '__proto__x', '.*'],
  ...['"];throw 1;//', '\u202e', '日本', '${x}', '</script>'],
]
const STRINGS = [
  '',
  'a',
  'ab',
  'abc',
  'x1',
  '-1',
  '5',
  'true',
  'null',
  '日本',
  '😀',
  'e\u0301',
  '"',
  '\n',
  '\\',
]
const PATTERNS = ['^a', 'b$', '^[a-c]+$', '\\d', '^.{2}$', '^\\p{L}+$', '"', '\\\\', '^$']
const NOTES = ['plain', '*/ throw 1 /*', '`);process.exit()//', '\u2028', '</script>']

const string = fc.oneof(fc.constantFrom(...STRINGS), fc.string({ maxLength: 4 }))
const number = fc.oneof(fc.integer({ min: -4, max: 8 }), fc.constantFrom(0.5, 1e9, -0.5, 3.0))
const primitive = fc.oneof(string, number, fc.boolean(), fc.constant(null))
const size = fc.integer({ min: 0, max: 3 })

/** Drop members that were drawn as undefined. */
const compact = (schema: object): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const record = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members).map(compact)

const notes = { title: maybe(fc.constantFrom(...NOTES)), description: maybe(fc.constantFrom(...NOTES)) }
const stringWords = {
  minLength: maybe(size),
  maxLength: maybe(size),
  pattern: maybe(fc.constantFrom(...PATTERNS)),
}
const numberWords = {
  minimum: maybe(fc.integer({ min: -3, max: 3 })),
  maximum: maybe(fc.integer({ min: -1, max: 6 })),
  exclusiveMinimum: maybe(fc.integer({ min: -4, max: 2 })),
  exclusiveMaximum: maybe(fc.integer({ min: 0, max: 9 })),
  multipleOf: maybe(fc.constantFrom(1, 2, 3)),
}
const listWords = { minItems: maybe(size), maxItems: maybe(size), uniqueItems: maybe(fc.boolean()) }
const mapWords = { minProperties: maybe(size), maxProperties: maybe(size) }

const leaf = [
  record({ type: fc.constant('string'), ...stringWords, ...notes }),
  record({ type: fc.constantFrom('number', 'integer'), ...numberWords, ...notes }),
  record({ type: fc.constantFrom('boolean', 'null'), ...notes }),
  record({
    enum: fc.uniqueArray(primitive, { minLength: 1, maxLength: 4, comparator: 'SameValueZero' }),
    ...notes,
  }),
  record({ const: primitive, ...notes }),
  record({ enum: fc.constant([{ a: 1 }, [1], 'a']) }),
  record({
    type: fc.uniqueArray(fc.constantFrom('string', 'number', 'integer', 'boolean', 'null'), {
      minLength: 1,
      maxLength: 3,
    }),
    ...stringWords,
    ...numberWords,
    ...notes,
  }),
  fc.constant({}),
]
/** OpenAPI's word, which the registry puts into those of JSON Schema. */
const nullable = record({
  type: fc.constantFrom('string', 'integer', 'boolean', 'number'),
  nullable: fc.boolean(),
})

const partsOf = (name: fc.Arbitrary<string>, leaves: readonly fc.Arbitrary<unknown>[]) =>
  fc.letrec<{ schema: unknown; list: Schema; map: Schema; other: Schema }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: fc.oneof(...leaves), weight: 5 },
      { arbitrary: tie('list'), weight: 2 },
      { arbitrary: tie('map'), weight: 3 },
      { arbitrary: tie('other'), weight: 2 },
      { arbitrary: fc.boolean(), weight: 1 },
    ),
    list: record({ type: fc.constant('array'), items: maybe(tie('schema')), ...listWords, ...notes }),
    map: mapOf(name, tie('schema')),
    other: fc.oneof(
      record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      record({ not: tie('schema') }),
      fc.tuple(tie('schema'), maybe(tie('schema')), maybe(tie('schema'))).map(([when, yes, no]) =>
        compact(
          Object.fromEntries([
            ['if', when],
            ['then', yes],
            ['else', no],
          ]),
        ),
      ),
      record({
        type: fc.constant('array'),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        items: maybe(tie('schema')),
      }),
      record({ type: fc.constant('array'), contains: tie('schema') }),
      record({ type: fc.constant('object'), patternProperties: fc.record({ '^a': tie('schema') }) }),
      record({ type: fc.constant('object'), propertyNames: record(stringWords) }),
      record({ minLength: size, required: fc.array(name, { maxLength: 1 }) }),
    ),
  }))

function mapOf(name: fc.Arbitrary<string>, member: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> {
  return fc
    .record({
      members: fc.uniqueArray(fc.tuple(name, member, fc.boolean()), {
        maxLength: 3,
        selector: ([key]) => key,
      }),
      more: maybe(fc.oneof(fc.boolean(), member)),
      also: maybe(fc.array(name, { maxLength: 1 })),
      words: record({ ...mapWords, ...notes }),
    })
    .map(({ members, more, also = [], words }) =>
      compact({
        type: 'object',
        properties:
          members.length === 0 ? undefined : Object.fromEntries(members.map(([key, value]) => [key, value])),
        required: [
          ...new Set([...members.filter(([, , isRequired]) => isRequired).map(([key]) => key), ...also]),
        ],
        additionalProperties: more,
        ...words,
      }),
    )
}

/** JSON Schemas of parameters: what TypeBox has builders for most of the time, and all else. */
export function schemasWith(names: readonly string[]): fc.Arbitrary<Schema> {
  const name = fc.constantFrom(...names)
  const { schema } = partsOf(name, names === NAMES ? [...leaf, nullable] : leaf)
  // A root that holds a part and points to it.
  const pointing = fc.record({ part: schema, map: mapOf(name, schema) }).map(({ part, map }) => ({
    ...map,
    $defs: { part },
    properties: { ...(map.properties as object | undefined), text: { $ref: '#/$defs/part' } },
  }))
  return fc.oneof({ arbitrary: mapOf(name, schema), weight: 9 }, { arbitrary: pointing, weight: 1 })
}

/** Those that a plugin may register. */
export const parameterSchemas = schemasWith(NAMES)

const anything: fc.Arbitrary<unknown> = fc.oneof(
  primitive,
  fc.array(primitive, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...NAMES), primitive, { maxKeys: 2 }),
)

/** Values for a schema: mostly near to what it asks for, so that neither verdict is rare. */
export function valuesFor(of: unknown): fc.Arbitrary<unknown> {
  const near = nearTo(of)
  return near === undefined
    ? anything
    : fc.oneof({ arbitrary: near, weight: 6 }, { arbitrary: anything, weight: 1 })
}

function nearTo(of: unknown): fc.Arbitrary<unknown> | undefined {
  if (of === null || typeof of !== 'object') return undefined
  const given = of as Schema
  if (Array.isArray(given.enum)) return fc.constantFrom(...given.enum)
  if (Object.hasOwn(given, 'const')) return fc.constant(given.const)
  const [choice] = [given.anyOf, given.oneOf, given.allOf].filter(Array.isArray)
  if (choice) return fc.oneof(...choice.map(valuesFor))
  const [type] = [given.type].flat()
  if (given.nullable === true)
    return fc.oneof(fc.constant(null), nearTo({ ...given, nullable: false }) ?? anything)
  if (type === 'string') return string
  if (type === 'number' || type === 'integer') return number
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(valuesFor(given.items ?? {}), { maxLength: 4 })
  if (type === 'object') return nearToMap(given)
  return undefined
}

function nearToMap({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties as object)
  const known = fc.record(Object.fromEntries(members.map(([key, member]) => [key, valuesFor(member)])), {
    requiredKeys: members.map(([key]) => key).filter((key) => (required as string[]).includes(key)),
  })
  const isOpen = additionalProperties !== false
  const more = fc.dictionary(fc.constantFrom(...NAMES, ...HOSTILE_NAMES), valuesFor(additionalProperties), {
    maxKeys: 1,
  })
  // Plain objects: what comes over a wire has a prototype.
  return (isOpen ? fc.tuple(more, known) : fc.tuple(fc.constant({}), known)).map(([one, two]) => ({
    ...one,
    ...two,
  }))
}

import { writeKey, writeLiteral } from './js-literal.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** Keywords that say something of a schema and nothing of values. */
const NOTES = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]

/** What each type may say beside its name, for there to be a TypeBox builder that means the same. */
const KEYWORDS = new Map(
  Object.entries<readonly string[]>({
    string: ['minLength', 'maxLength', 'pattern', 'format'],
    number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    boolean: [],
    null: [],
    array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
    object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  }),
)

const REFERENCES = ['$ref', '$defs', 'definitions']

const isObject = (value: unknown): value is JsonSchema =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const isPrimitive = (value: unknown) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/**
 * Write a JSON Schema as TypeBox source: an expression over `Type`. What TypeBox has no builder for that means exactly
 * the same stands under `Type.Unsafe`, with the schema as it is, which TypeBox checks all the same.
 */
export function writeTypeBox(schema: unknown): string {
  // A reference counts from the root, which a builder in its place would not be.
  return hasReference(schema) ? unsafe(schema) : write(schema)
}

function hasReference(schema: unknown): boolean {
  if (schema === null || typeof schema !== 'object') return false
  return (
    REFERENCES.some((keyword) => Object.hasOwn(schema, keyword)) || Object.values(schema).some(hasReference)
  )
}

function unsafe(schema: unknown): string {
  if (schema === true) return 'Type.Unsafe({})'
  return `Type.Unsafe(${schema === false ? '{ "not": {} }' : writeLiteral(schema)})`
}

function write(schema: unknown): string {
  return (isObject(schema) ? writeKnown(schema) : undefined) ?? unsafe(schema)
}

/** The builder's expression, or undefined where none means the same. */
function writeKnown(schema: JsonSchema): string | undefined {
  const { type, enum: members, const: constant } = schema
  if (Object.hasOwn(schema, 'const')) return writeConst(schema, constant)
  if (members !== undefined) return writeEnum(schema, members)
  if (Array.isArray(type)) return writeUnion(schema, type)
  return typeof type === 'string' ? writeType(schema, type) : undefined
}

/** The members of a schema without some, if it has no others but these and notes. */
function takeOptions(
  schema: JsonSchema,
  own: readonly string[],
  left: readonly string[],
): JsonSchema | undefined {
  const entries = Object.entries(schema)
  const isKnown = entries.every(([key]) => own.includes(key) || left.includes(key) || NOTES.includes(key))
  return isKnown ? Object.fromEntries(entries.filter(([key]) => !own.includes(key))) : undefined
}

const call = (builder: string, args: readonly string[], options: JsonSchema) =>
  `Type.${builder}(${[...args, ...(Object.keys(options).length === 0 ? [] : [writeLiteral(options)])].join(', ')})`

const typeOf = (value: unknown) =>
  value === null
    ? 'null'
    : Number.isInteger(value)
      ? 'integer'
      : Array.isArray(value)
        ? 'array'
        : typeof value

const fits = (value: unknown, type: unknown) =>
  type === undefined ||
  [type].flat().some((each) => each === typeOf(value) || (each === 'number' && typeof value === 'number'))

function writeConst(schema: JsonSchema, value: unknown): string | undefined {
  const options = takeOptions(schema, ['const', 'type'], [])
  if (options === undefined || !isPrimitive(value) || !fits(value, schema.type)) return undefined
  return value === null ? call('Null', [], options) : call('Literal', [writeLiteral(value)], options)
}

function writeEnum(schema: JsonSchema, members: unknown): string | undefined {
  const options = takeOptions(schema, ['enum'], ['type'])
  if (options === undefined || !Array.isArray(members) || members.length === 0) return undefined
  if (!members.every((member) => isPrimitive(member) && fits(member, schema.type))) return undefined
  const others = members.filter((member) => member !== null)
  if (others.length === members.length) return call('Enum', [writeLiteral(members)], options)
  // Pi cannot convert to a null among the members of an enumeration.
  const { type: _, ...notes } = options
  const values = others.length === 0 ? [] : [call('Enum', [writeLiteral(others)], {})]
  return call('Union', [`[${[...values, 'Type.Null()'].join(', ')}]`], notes)
}

/** Several types: each gets the keywords that are about it. */
function writeUnion(schema: JsonSchema, types: readonly unknown[]): string | undefined {
  const keywords = types.flatMap((type) => KEYWORDS.get(String(type)) ?? [])
  const options = takeOptions(schema, ['type', ...keywords], [])
  if (options === undefined || types.length === 0) return undefined
  const members = types.map((type) => {
    const own = Object.entries(schema).filter(([key]) => KEYWORDS.get(String(type))?.includes(key))
    return writeType(Object.fromEntries(own), String(type))
  })
  if (members.includes(undefined)) return undefined
  return call('Union', [`[${members.join(', ')}]`], options)
}

function writeType(schema: JsonSchema, type: string): string | undefined {
  const keywords = KEYWORDS.get(type)
  if (keywords === undefined) return undefined
  if (type === 'array') return writeArray(schema)
  if (type === 'object') return writeObject(schema)
  const options = takeOptions(schema, ['type'], keywords)
  return options && call(`${type[0]?.toUpperCase()}${type.slice(1)}`, [], options)
}

function writeArray(schema: JsonSchema): string | undefined {
  const options = takeOptions(schema, ['type', 'items'], KEYWORDS.get('array') ?? [])
  const { items = true } = schema
  if (options === undefined || Array.isArray(items)) return undefined
  return call('Array', [write(items)], options)
}

function writeObject(schema: JsonSchema): string | undefined {
  const own = ['type', 'properties', 'required', 'additionalProperties']
  const options = takeOptions(schema, own, KEYWORDS.get('object') ?? [])
  const { properties = {}, required = [], additionalProperties } = schema
  if (options === undefined || !isObject(properties) || !Array.isArray(required)) return undefined
  if (!required.every((name) => Object.hasOwn(properties, name))) return undefined
  const members = Object.entries(properties).map(([name, member]) => {
    const source = write(member)
    return `${writeKey(name)}: ${required.includes(name) ? source : `Type.Optional(${source})`}`
  })
  const more = Object.entries(options).map(([key, value]) => `${writeKey(key)}: ${writeLiteral(value)}`)
  if (additionalProperties !== undefined) {
    const source = isObject(additionalProperties)
      ? write(additionalProperties)
      : writeLiteral(additionalProperties)
    more.push(`"additionalProperties": ${source}`)
  }
  const shape = members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  return `Type.Object(${[shape, ...(more.length === 0 ? [] : [`{ ${more.join(', ')} }`])].join(', ')})`
}

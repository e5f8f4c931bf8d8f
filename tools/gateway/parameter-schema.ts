import { deepFreeze } from '../core/deep-freeze.ts'
import { describeCause } from '../core/describe-cause.ts'
import { findSchemaProblems, type TSchema, Type, toPlainData } from '../core/schema.ts'
import { findSlowness } from './linear-pattern.ts'
import { countVisits, resolvePointer } from './schema-visits.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** Keywords whose members are schemas by name. */
export const SCHEMAS_BY_NAME = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]
/** Keywords that are a list of schemas; `items` is one or a list. */
const LISTS = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf']
/** Keywords that are a schema. */
const SCHEMAS = [
  'additionalItems',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
]
/** What providers of models take as names of parameters, and what no library takes for a pattern. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/
/** Names that every object has: whether a value has them itself is not told apart everywhere. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype)
const count = Type.Integer({ minimum: 0 })
const list = Type.Array(Type.Unknown())
/** What keywords have to say: one that says anything else would be passed over, with what it was to hold. */
const KEYWORDS = Type.Partial(
  Type.Object({
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    minContains: count,
    maxContains: count,
    minProperties: count,
    maxProperties: count,
    minimum: Type.Number(),
    maximum: Type.Number(),
    exclusiveMinimum: Type.Number(),
    exclusiveMaximum: Type.Number(),
    multipleOf: Type.Number({ exclusiveMinimum: 0 }),
    pattern: Type.String(),
    format: Type.String(),
    uniqueItems: Type.Boolean(),
    enum: list,
    required: list,
    dependentRequired: Type.Record(Type.String(), list),
    prefixItems: list,
    anyOf: list,
    oneOf: list,
    allOf: list,
  }),
)
/** Every other type would be one that all values have. */
const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']
/** Most parts of a schema that one part of a value is held against, where going over its members again counts for more. */
const MOST_VISITS = 2_000
/** What points elsewhere than down from the root is not followed. */
const UNSUPPORTED = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$vocabulary']

const isObject = (value: unknown): value is JsonSchema =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/**
 * Read the schema that a tool gives of its parameters: copied, frozen, with OpenAPI's `nullable` in the words of JSON
 * Schema, and known to compile and to be checked in linear time, here and by the agent: by its patterns and its references.
 *
 * @throws Error that says what is wrong with it
 */
export function readParameterSchema(given: unknown): TSchema {
  const copied = toPlainData(given)
  if (!isObject(copied)) throw new Error('it is no object')
  if (copied.type !== 'object') throw new Error('its type is not "object"')
  const { $schema: _, ...root } = copied
  normalise(root, root)
  if (countVisits(root, MOST_VISITS) > MOST_VISITS) {
    throw new Error(
      `one value may be held against more than ${MOST_VISITS} parts of it; refer to fewer, less often, and give fewer patterns of names, closed objects and unique items for the same value`,
    )
  }
  const schema = root as TSchema
  try {
    // A validator is made at the first use; a pattern or a reference that means nothing must not wait until then.
    findSchemaProblems(schema, {})
  } catch (cause) {
    throw new Error(`it does not compile (${describeCause(cause)})`, { cause })
  }
  assertFastPatterns(schema, '')
  return deepFreeze(schema)
}

/** Hold that no pattern blocks whoever matches it: no limit of time can end a match. */
function assertFastPatterns(part: unknown, path: string): void {
  if (part === null || typeof part !== 'object') return
  if (part instanceof RegExp) throw new Error(`${path} is an expression of JavaScript, expected its text`)
  const { pattern, patternProperties } = part as JsonSchema
  const assertFast = (text: string, at: string) => {
    const slowness = findSlowness(text)
    if (slowness !== undefined) {
      throw new Error(`the pattern at ${path}/${at} may take more than linear time: ${slowness}`)
    }
  }
  if (typeof pattern === 'string') assertFast(pattern, 'pattern')
  if (isObject(patternProperties)) {
    for (const text of Object.keys(patternProperties)) {
      assertFast(text, `patternProperties/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
  }
  for (const [key, member] of Object.entries(part)) assertFastPatterns(member, `${path}/${key}`)
}

/** Put a schema, and each that it leads to, in the words of JSON Schema, each once. */
function normalise(schema: unknown, root: JsonSchema, done = new Set<JsonSchema>()): void {
  if (typeof schema === 'boolean') return
  if (!isObject(schema)) throw new Error('a part of it is neither an object nor a boolean')
  if (done.has(schema)) return
  done.add(schema)
  for (const keyword of UNSUPPORTED) {
    if (Object.hasOwn(schema, keyword)) throw new Error(`it uses ${keyword}`)
  }
  for (const type of [schema.type === undefined ? [] : schema.type].flat()) {
    if (!TYPES.includes(type)) throw new Error(`a type in it is ${JSON.stringify(type)?.slice(0, 80)}`)
  }
  const [wrong] = findSchemaProblems(KEYWORDS, schema)
  if (wrong) throw new Error(`a part of it is wrong at ${wrong.path}: ${wrong.message}`)
  allowNull(schema)
  assertNames([schema.properties, schema.dependentRequired].flatMap((map) => Object.keys(map ?? {})))
  assertNames([schema.required, Object.values(schema.dependentRequired ?? {})].flat(2))
  for (const keyword of SCHEMAS_BY_NAME) {
    const members = schema[keyword]
    if (members === undefined) continue
    if (!isObject(members)) throw new Error(`${keyword} is no object`)
    for (const member of Object.values(members)) {
      // Before there was `dependentRequired`, names stood there as well.
      if (keyword === 'dependencies' && Array.isArray(member)) assertNames(member)
      else normalise(member, root, done)
    }
  }
  for (const keyword of [...SCHEMAS, ...LISTS]) {
    const member = schema[keyword]
    if (member === undefined) continue
    for (const each of LISTS.includes(keyword) ? [member].flat() : [member]) normalise(each, root, done)
  }
  // It may be anywhere.
  if (schema.$ref !== undefined) normalise(findTarget(schema.$ref, root), root, done)
}

function assertNames(names: readonly unknown[]): void {
  for (const name of names) {
    if (name === undefined) continue
    if (typeof name !== 'string' || !NAME.test(name)) {
      const found = JSON.stringify(name)?.slice(0, 80)
      throw new Error(`a name in it is ${found}, expected 1 to 64 letters, digits, "_" or "-"`)
    }
    if (INHERITED.includes(name)) throw new Error(`a name in it is "${name}", which every object has`)
  }
}

/** https://spec.openapis.org/oas/v3.0.3#fixed-fields-20: it widens `type` and nothing else. */
function allowNull(schema: { type?: unknown; nullable?: unknown }): void {
  if (schema.nullable === undefined) return
  if (typeof schema.type !== 'string') throw new Error('"nullable" stands without a type')
  if (schema.nullable === true) schema.type = [schema.type, 'null']
  delete schema.nullable
}

/** Find what a reference leads to: a JSON pointer to something below the root. */
function findTarget(ref: unknown, root: JsonSchema): unknown {
  if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref)) throw new Error('a $ref leads out of it')
  const target = resolvePointer(ref, root)
  if (target === undefined) throw new Error(`nothing is at ${ref}`)
  return target
}

import { MOST_DEPTH } from '../core/assert-bounded.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** Keywords whose schemas are about the value that they stand at: one, a list of them, or some by name. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']
const IN_PLACE_BY_NAME = ['dependentSchemas', 'dependencies']
/** Keywords whose schemas are about any member of an object, or any element of an array. */
const OF_MEMBERS = ['additionalProperties', 'unevaluatedProperties', 'propertyNames']
const OF_ELEMENTS = ['items', 'prefixItems', 'additionalItems', 'contains', 'unevaluatedItems']

const isObject = (value: unknown): value is JsonSchema =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const listSchemas = (value: unknown): readonly JsonSchema[] => [value].flat().filter(isObject)

/** Find what a JSON pointer below a root leads to; undefined where nothing is. */
export function resolvePointer(pointer: string, root: JsonSchema): unknown {
  let at: unknown = root
  for (const part of pointer.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    at = at !== null && typeof at === 'object' && Object.hasOwn(at, key) ? at[key as never] : undefined
  }
  return at
}

/** How much more than a visit it costs to go over a member once more. */
const LOOP = 20

/** The schemas that a schema leads to, and how often a validator goes over what a value holds. */
interface Links {
  readonly inPlace: readonly JsonSchema[]
  readonly members: readonly JsonSchema[]
  readonly elements: readonly JsonSchema[]
  /** About one member each. */
  readonly named: readonly JsonSchema[]
  /** Over the members: for each pattern of names, and for whatever is about those that nothing names. */
  readonly memberLoops: number
  /** Over all that is below, to compare it. */
  readonly deepLoops: number
}

/** Visits of one part of a value, then of one that lies a level below it, and so on. */
type Visits = readonly number[]

const combine = (all: readonly Visits[], join: (left: number, right: number) => number): Visits =>
  all.reduce((left, right) => {
    const [longer, shorter] = left.length < right.length ? [right, left] : [left, right]
    return longer.map((each, level) => join(each, shorter[level] ?? 0))
  }, [])
const add = (all: readonly Visits[]): Visits => combine(all, (left, right) => left + right)
const greatest = (all: readonly Visits[]): Visits => combine(all, Math.max)

/**
 * Count how many schemas are asked, at most, about one part of a value, for values as deep as those of calls may be: what
 * references double with each step is as much work as if it were written out, and what has a validator go over all members
 * is more. Infinity for whatever exceeds `most`.
 *
 * @throws Error for a reference that leads back to itself with nothing of the value in between
 */
export function countVisits(root: JsonSchema, most: number): number {
  const links = new Map<JsonSchema, Links>()
  const linksOf = (schema: JsonSchema) => {
    const known = links.get(schema) ?? readLinks(schema, root)
    links.set(schema, known)
    return known
  }
  const counted = Array.from({ length: MOST_DEPTH + 1 }, () => new Map<JsonSchema, Visits | 'begun'>())
  const count = (schema: JsonSchema, depthLeft: number): Visits => {
    const done = counted[depthLeft]
    const known = done?.get(schema)
    if (known === 'begun') throw new Error('a $ref in it leads back to itself')
    if (done === undefined || known !== undefined) return known ?? []
    done.set(schema, 'begun')
    const { inPlace, members, elements, named, memberLoops, deepLoops } = linksOf(schema)
    const below = (schemas: readonly JsonSchema[]) => schemas.map((each) => count(each, depthLeft - 1))
    const ofMembers = add([[LOOP * memberLoops], ...below(members), greatest(below(named))])
    const compared = Array.from({ length: depthLeft }, () => LOOP * deepLoops)
    const deeper = add([compared, greatest([ofMembers, add(below(elements))])])
    const found = add([[1, ...deeper], ...inPlace.map((each) => count(each, depthLeft))])
    const bounded = found.map((each) => (each > most ? Number.POSITIVE_INFINITY : each))
    done.set(schema, bounded)
    return bounded
  }
  return Math.max(...count(root, MOST_DEPTH))
}

function readLinks(schema: JsonSchema, root: JsonSchema): Links {
  const { $ref, properties, patternProperties, uniqueItems } = schema
  const target = typeof $ref === 'string' ? resolvePointer($ref, root) : undefined
  const valuesOf = (map: unknown) => (isObject(map) ? Object.values(map) : [])
  const under = (keywords: readonly string[]) => keywords.flatMap((keyword) => listSchemas(schema[keyword]))
  const patterns = valuesOf(patternProperties)
  return {
    inPlace: [
      ...listSchemas(target),
      ...under(IN_PLACE),
      ...IN_PLACE_BY_NAME.flatMap((keyword) => listSchemas(valuesOf(schema[keyword]))),
    ],
    members: [...under(OF_MEMBERS), ...listSchemas(patterns)],
    elements: under(OF_ELEMENTS),
    named: listSchemas(valuesOf(properties)),
    memberLoops: patterns.length + OF_MEMBERS.filter((keyword) => (schema[keyword] ?? true) !== true).length,
    deepLoops: uniqueItems === true ? 1 : 0,
  }
}

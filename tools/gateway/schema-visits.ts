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
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Find what a JSON pointer below a root leads to; undefined where nothing is. */
export function resolvePointer(pointer: string, root: JsonSchema): unknown {
  let at: unknown = root
  for (const part of pointer.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    at = at !== null && typeof at === 'object' && Object.hasOwn(at, key) ? at[key as never] : undefined
  }
  return at
}

/** The schemas that a schema leads to. */
interface Links {
  readonly inPlace: readonly JsonSchema[]
  readonly members: readonly JsonSchema[]
  readonly elements: readonly JsonSchema[]
  /** About one member each. */
  readonly named: readonly JsonSchema[]
}

/**
 * Count how many schemas are asked, at most, about one part of a value and all that it stands in, for values as deep as
 * those of calls may be: what references double with each step is as much work as if it were written out. Infinity for
 * whatever exceeds `most`.
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
  const counted = Array.from({ length: MOST_DEPTH + 1 }, () => new Map<JsonSchema, number | 'begun'>())
  const count = (schema: JsonSchema, depthLeft: number): number => {
    const done = counted[depthLeft]
    const known = done?.get(schema)
    if (known === 'begun') throw new Error('a $ref in it leads back to itself')
    if (done === undefined || known !== undefined) return known ?? 0
    done.set(schema, 'begun')
    const { inPlace, members, elements, named } = linksOf(schema)
    const below = (schemas: readonly JsonSchema[]) => sum(schemas.map((each) => count(each, depthLeft - 1)))
    const ofAny = below(members)
    const deepest = Math.max(ofAny + Math.max(0, ...named.map((each) => below([each]))), below(elements))
    const found = 1 + deepest + sum(inPlace.map((each) => count(each, depthLeft)))
    const bounded = found > most ? Number.POSITIVE_INFINITY : found
    done.set(schema, bounded)
    return bounded
  }
  return count(root, MOST_DEPTH)
}

function readLinks(schema: JsonSchema, root: JsonSchema): Links {
  const { $ref, properties, patternProperties } = schema
  const target = typeof $ref === 'string' ? resolvePointer($ref, root) : undefined
  const valuesOf = (map: unknown) => listSchemas(isObject(map) ? Object.values(map) : [])
  const under = (keywords: readonly string[]) => keywords.flatMap((keyword) => listSchemas(schema[keyword]))
  return {
    inPlace: [
      ...listSchemas(target),
      ...under(IN_PLACE),
      ...IN_PLACE_BY_NAME.flatMap((keyword) => valuesOf(schema[keyword])),
    ],
    members: [...under(OF_MEMBERS), ...valuesOf(patternProperties)],
    elements: under(OF_ELEMENTS),
    named: valuesOf(properties),
  }
}

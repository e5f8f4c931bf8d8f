import type { Json } from '../core/json.ts'
import type { TSchema } from '../core/schema.ts'
import { SCHEMAS_BY_NAME } from '../gateway/parameter-schema.ts'
import { cleanLines } from '../safety/hooks/result-filter.ts'

/** What decides which values fit, and means another thing once it is changed. */
const DECIDING = ['const', 'enum', 'pattern', '$ref']

/** Take out of the texts of a schema, which is JSON, what nobody sees: a model reads all of it. */
export const cleanSchema = (schema: TSchema): TSchema => clean(schema as Json, false) as TSchema

function clean(part: Json, isByName: boolean): Json {
  if (typeof part === 'string') return cleanLines(part)
  if (Array.isArray(part)) return part.map((each) => clean(each, false))
  if (part === null || typeof part !== 'object') return part
  const members = Object.entries(part as Record<string, Json>).map(([key, member]) => {
    const isKept = !isByName && DECIDING.includes(key)
    return [key, isKept ? member : clean(member, !isByName && SCHEMAS_BY_NAME.includes(key))] as const
  })
  return Object.fromEntries(members)
}

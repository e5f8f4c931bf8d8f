import { describeUnknown } from './describe-unknown.ts'
import { findSchemaProblems, type TSchema } from './schema.ts'

/** Problems that are listed at once. */
const MOST_PROBLEMS = 16

/** A schema, as far as keys are looked up in it. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

/** List the keys that the part of a schema knows to which a JSON pointer leads. */
export function keysAt(schema: TSchema, pointer: string): readonly string[] {
  let at: Shape | undefined = schema as Shape
  for (const step of pointer.split('/').filter((each) => each !== '')) {
    const properties: Shape['properties'] = at?.properties ?? {}
    at =
      at?.items ??
      (Object.hasOwn(properties, step) ? properties[step] : Object.values(at?.patternProperties ?? {})[0])
  }
  return Object.keys(at?.properties ?? {})
}

/** Say everything that is wrong with what a person wrote, a line each, with the nearest key to an unknown one. */
export const describeProblems = (schema: TSchema, value: unknown): string[] =>
  findSchemaProblems(schema, value, MOST_PROBLEMS).flatMap(({ path, message, unknownKeys }) => {
    const known = keysAt(schema, path)
    const at = path === '/' ? '' : `${path}: `
    return unknownKeys?.map((key) => `${at}${describeUnknown('key', key, known)}`) ?? [`${path} ${message}`]
  })

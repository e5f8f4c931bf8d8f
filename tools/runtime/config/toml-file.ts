import { parse, TomlError } from 'smol-toml'
import { keysAt } from '../../core/describe-problems.ts'
import { describeUnknown } from '../../core/describe-unknown.ts'
import { findSchemaProblems, type Static, type TSchema } from '../../core/schema.ts'
import { ConfigError, type ConfigProblem } from './config-error.ts'
import { findTomlPlaces, type Place } from './toml-places.ts'

/** A file that fits its schema, and where its parts stand. */
export interface TomlFile<Schema extends TSchema> {
  readonly content: Static<Schema>
  /** The place of a JSON pointer, or of the nearest part around it that has one. */
  placeOf(pointer: string): Partial<Place>
}

/** Problems of a file that are listed at once. */
const MOST_PROBLEMS = 32

/**
 * Read a TOML file and hold it to a schema.
 *
 * @throws ConfigError with all problems, each with its line and column
 */
export function readToml<Schema extends TSchema>(
  path: string,
  text: string,
  schema: Schema,
): TomlFile<Schema> {
  const content = parseToml(path, text)
  const places = findTomlPlaces(text)
  const placeOf = (pointer: string): Partial<Place> => {
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const place = places.get(at)
      if (place) return place
    }
    return {}
  }
  const problems = findSchemaProblems(schema, content, MOST_PROBLEMS).flatMap((problem): ConfigProblem[] =>
    problem.unknownKeys
      ? problem.unknownKeys.map((key) => describeKey(schema, problem.path, key, placeOf))
      : [{ message: `${problem.path} ${problem.message}`, ...placeOf(problem.path) }],
  )
  if (problems.length > 0) throw new ConfigError(path, problems)
  return { content: content as Static<Schema>, placeOf }
}

function parseToml(path: string, text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const { line, column } = cause
    const [message = 'is no TOML'] = cause.message.split('\n')
    throw new ConfigError(path, [{ message, line, column }])
  }
}

function describeKey(
  schema: TSchema,
  pointer: string,
  key: string,
  placeOf: (pointer: string) => Partial<Place>,
): ConfigProblem {
  const around = pointer === '/' ? '' : pointer
  const known = keysAt(schema, around)
  const homes = around === '' ? known.filter((section) => keysAt(schema, `/${section}`).includes(key)) : []
  const message =
    homes.length > 0
      ? `expected "${key}" below ${homes.map((section) => `[${section}]`).join(' or ')}, found it below no section`
      : describeUnknown(around === '' ? 'section' : 'key', key, known)
  return { message, ...placeOf(`${around}/${key}`) }
}

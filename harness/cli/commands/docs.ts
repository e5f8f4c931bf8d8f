import { describeKind } from '../../../tools/agent/describe-kind.ts'
import { findNearest } from '../../../tools/core/suggest.ts'
import { ANSWER_CODES } from '../../answer-codes.ts'
import { DEV_KINDS } from '../../dev-kinds.ts'
import { HarnessError } from '../../errors.ts'
import { SCENARIO_CATALOGUE } from '../../scenario/embedded-catalogue.ts'
import {
  buildEditorSchema,
  createSchemaConverter,
  type JsonSchema,
} from '../../scenario/schema/editor-schema.ts'
import type { Topic } from '../docs-topics.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'

/** One thing that is told of. */
interface Entry {
  readonly name: string
  readonly description: string
  /** More lines of it, where it is asked for alone. */
  readonly details: () => readonly string[]
  /** The same for programs. */
  readonly data: object
}

/**
 * Print what may stand in scenario files, or what the stack answers: from the schema by which files are checked, the
 * tables of the codes and the registry of the kinds.
 *
 * @throws HarnessError BAD_USAGE for a name that is none of them
 */
export function docs(
  topic: Topic,
  name: string | undefined,
  options: { readonly json?: boolean },
  io: CliIo,
): number {
  const entries = ENTRIES[topic]()
  const chosen = name === undefined ? entries : [find(entries, name, topic)]
  if (options.json) {
    const data = chosen.map((entry) => ({ name: entry.name, ...entry.data }))
    io.print(JSON.stringify(name === undefined ? data : data[0], null, 2))
    return EXIT_CODES.pass
  }
  const width = Math.max(...chosen.map((entry) => entry.name.length))
  for (const entry of chosen) {
    io.print(`${io.colors.bold(entry.name.padEnd(width))}  ${entry.description}`)
    if (name !== undefined) for (const line of entry.details()) io.print(`  ${line}`)
  }
  return EXIT_CODES.pass
}

function find(entries: readonly Entry[], name: string, topic: Topic): Entry {
  const found = entries.find((entry) => entry.name === name)
  if (found) return found
  const names = entries.map((entry) => entry.name)
  const nearest = findNearest(name, names)
  throw new HarnessError('BAD_USAGE', `none of the ${topic} has this name`, {
    where: name,
    expected: `a name that \`assay docs ${topic}\` prints`,
    found: name,
    hint: nearest ? `did you mean "${nearest}"?` : `see \`assay docs ${topic}\``,
  })
}

const ENTRIES: Readonly<Record<Topic, () => readonly Entry[]>> = {
  steps: () => listMembers(readStepSchema()),
  expectations: () => listMembers(membersOf(readStepSchema()).expect ?? {}),
  codes: () =>
    Object.entries(ANSWER_CODES).map(([name, spec]) => ({
      name,
      description: `${spec.layer}: ${spec.message}`,
      details: () => [`do: ${spec.hint}`],
      data: spec,
    })),
  kinds: () =>
    DEV_KINDS.map((kind) => ({
      name: kind.kind,
      description: kind.description,
      details: () => [
        ...describeMembers(JSON.parse(JSON.stringify(kind.params)) as JsonSchema),
        `venues: ${kind.venues.map(({ protocol = '' }) => protocol).join(', ')}`,
        ...(kind.aliases.length > 0 ? [`also: ${kind.aliases.join(', ')}`] : []),
      ],
      data: describeKind(kind) as object,
    })),
}

/** What editors know of a step. */
function readStepSchema(): JsonSchema {
  const { $defs } = buildEditorSchema(createSchemaConverter(SCENARIO_CATALOGUE))
  return ($defs as { readonly step: JsonSchema }).step
}

const listMembers = (schema: JsonSchema): readonly Entry[] =>
  Object.entries(membersOf(schema)).map(([name, member]) => ({
    name,
    description: String(member.description ?? ''),
    details: () => [nameType(member), ...describeMembers(member)].filter((line) => line !== ''),
    data: { schema: member },
  }))

/** The members of an object, also of one for which the matrix may stand. */
const membersOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (bareOf(schema).properties ?? {}) as Readonly<Record<string, JsonSchema>>

/** The schema without what the matrix may fill in. */
const bareOf = (schema: JsonSchema): JsonSchema =>
  Array.isArray(schema.anyOf) ? { ...schema, ...(schema.anyOf as JsonSchema[])[0] } : schema

function describeMembers(schema: JsonSchema, depth = 0): readonly string[] {
  const { required = [] } = bareOf(schema) as { readonly required?: readonly string[] }
  return Object.entries(membersOf(schema)).flatMap(([name, member]) => {
    const isNeeded = required.includes(name) ? '' : '?'
    const told = [nameType(member), member.description].filter(Boolean).join(': ')
    return [`${'  '.repeat(depth)}${name}${isNeeded}  ${told}`, ...describeMembers(member, depth + 1)]
  })
}

/** Say what stands there: names, a type, or nothing where its members say it. */
function nameType(schema: JsonSchema): string {
  const { enum: names, examples, const: only, type, items, properties, $ref } = bareOf(schema)
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(names)) return listNames(names)
  if (Array.isArray(examples)) return `${listNames(examples)} | …`
  if ($ref !== undefined) return 'a step'
  if (type === 'array') return `list of ${nameType((items ?? {}) as JsonSchema) || 'values'}`
  return properties === undefined && typeof type === 'string' ? type : ''
}

/** More of them than this are no line for people. */
const SHOWN_NAMES = 16

const listNames = (names: readonly unknown[]): string =>
  names.length <= SHOWN_NAMES
    ? names.join(' | ')
    : `one of ${names.length} names, e.g. ${names.slice(0, 3).join(' | ')}; all of them with --json`

import { findSchemaProblems, type SchemaProblem, type TSchema } from '../../../tools/core/schema.ts'
import type { Path } from './matrix.ts'
import { suggestName } from './suggest-name.ts'

/** Takes note of a problem at a path of the file. */
export type ReportProblem = (path: Path, message: string, hint: string, atKey?: boolean) => void

/** The members of TypeBox and JSON Schema that are read here. */
interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
  readonly type?: string
  readonly const?: unknown
  readonly description?: string
  readonly pattern?: string
}

/** What is unsound in a value, as paths below it. */
export interface ShapeVerdict {
  /** Where a value is wrong or incomplete. */
  readonly bad: readonly Path[]
  readonly unknownKeys: readonly Path[]
}

/** A problem with what the schema says of its place. */
interface ShapeProblem extends Omit<SchemaProblem, 'path'> {
  readonly path: Path
  readonly node: SchemaNode | undefined
}

/** A person who wrote a file wants to hear of everything at once. */
const EVERY = Number.MAX_SAFE_INTEGER

const NO_BRANCH = 'must match a schema in anyOf'
const MISSING = /^must have required propert(?:y|ies) (.+)$/

/** Report where a value does not have the shape of a schema, in the words of a scenario's author. */
export function checkShape(schema: TSchema, value: unknown, base: Path, report: ReportProblem): ShapeVerdict {
  const bad: Path[] = []
  const unknown: Path[] = []
  for (const { path, message, unknownKeys, node } of listProblems(schema, value)) {
    if (unknownKeys !== undefined) {
      const known = Object.keys(node?.properties ?? {})
      for (const key of unknownKeys) {
        unknown.push([...path, key])
        report([...base, ...path, key], `unknown key "${key}"`, suggestName(key, known), true)
      }
      continue
    }
    // "must be boolean" and "must be equal to true" are one mistake.
    if (bad.some((other) => other.join('/') === path.join('/')) && message.endsWith('constant')) continue
    bad.push(path)
    const missing = MISSING.exec(message)
    if (missing !== null) {
      for (const key of (missing[1] ?? '').split(', ')) {
        const description = node?.properties?.[key]?.description
        report([...base, ...path], `"${key}" is missing`, `add ${key}: ${description ?? '…'}`, true)
      }
      continue
    }
    const found = valueAt(value, path)
    report(
      [...base, ...path],
      `expected ${expected(message, node)}, found ${describeValue(found)}`,
      advise(message, found, node),
    )
  }
  return { bad, unknownKeys: unknown }
}

/** List what is wrong; where one of several shapes may stand, what keeps the value from the nearest of its kind. */
function listProblems(schema: TSchema, value: unknown, base: Path = []): ShapeProblem[] {
  const found = findSchemaProblems(schema, value, EVERY)
  const unions = new Set(found.flatMap(({ path, message }) => (message === NO_BRANCH ? [path] : [])))
  return found.flatMap((problem): ShapeProblem[] => {
    const { path: pointer, message } = problem
    if (unions.has(pointer) ? message !== NO_BRANCH : isBelow(pointer, unions)) return []
    const path = readPointer(pointer)
    const node = nodeAt(schema as SchemaNode, path)
    const at = [...base, ...path]
    const own = [{ ...problem, path: at, node }]
    if (message !== NO_BRANCH) return own
    const branches = (node?.anyOf ?? [])
      .map((branch) => listProblems(branch as TSchema, valueAt(value, path), at))
      .filter(
        (problems) => !problems.some((other) => other.path.length === at.length && isOfOtherKind(other)),
      )
    return branches.sort((a, b) => countConstants(a) - countConstants(b) || a.length - b.length)[0] ?? own
  })
}

const isBelow = (pointer: string, others: ReadonlySet<string>): boolean =>
  others.has('/') || [...pointer.matchAll(/\//g)].some(({ index }) => others.has(pointer.slice(0, index)))

/** Whether a value is of another kind than the schema's, a map where text is expected. */
const isOfOtherKind = ({ message }: ShapeProblem): boolean =>
  message === NO_BRANCH || /^must be (?![<>]=)/.test(message)

const countConstants = (problems: readonly ShapeProblem[]): number =>
  problems.filter(({ message }) => message.endsWith('constant')).length

function expected(message: string, node: SchemaNode | undefined): string {
  const limit = /^must be (>=|<=) (-?\d+)$/.exec(message)
  if (limit !== null) return `${limit[1] === '>=' ? 'at least' : 'at most'} ${limit[2]}`
  if (message === 'must be equal to constant') return JSON.stringify(node?.const)
  if (message === NO_BRANCH) {
    const branches = node?.anyOf?.map((branch) =>
      expected(branch.const === undefined ? `must be ${branch.type}` : 'must be equal to constant', branch),
    )
    return [...new Set(branches)].join(' or ')
  }
  const names: Readonly<Record<string, string>> = {
    'must be string': 'text',
    'must be integer': 'a whole number',
    'must be number': 'a number',
    'must be boolean': 'true or false',
    'must be object': 'a map',
    'must be array': 'a list',
    'must be null': 'null',
    'must not have fewer than 1 items': 'at least one item',
    'must not have duplicate items': 'a list that names each once',
    'must not have fewer than 1 characters': 'text',
    'must not have fewer than 1 properties': 'at least one member',
  }
  if (message.startsWith('must match pattern')) {
    return node?.pattern?.startsWith('^[A-Za-z]')
      ? 'a name of letters and digits'
      : (node?.description ?? 'another format')
  }
  return names[message] ?? message.replace(/^must /, 'a value that must ')
}

function advise(message: string, found: unknown, node: SchemaNode | undefined): string {
  const branches = node?.anyOf ?? []
  const wantsBoolean =
    message === 'must be boolean' ||
    typeof node?.const === 'boolean' ||
    branches.some(({ type }) => type === 'boolean')
  if (wantsBoolean && typeof found === 'string' && /^(yes|no|on|off|y|n)$/i.test(found)) {
    return 'in YAML 1.2 this is text; write true or false'
  }
  const names = branches.flatMap((branch) => (typeof branch.const === 'string' ? [branch.const] : []))
  if (typeof found === 'string' && names.length > 0 && names.length === branches.length) {
    return suggestName(found, names)
  }
  const [, example] = node?.description?.split('e.g. ') ?? []
  if (example !== undefined) return `write for example ${example}`
  return node?.description === undefined ? 'correct the value' : `this is: ${node.description}`
}

/** Name a value of a file, shortened. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 37)}…` : value)
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty map' : 'a map'
  return typeof value === 'number' ? `the number ${value}` : String(value)
}

const readPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .filter((segment) => segment !== '')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

function nodeAt(schema: SchemaNode, path: Path): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>((node, segment) => {
    const { properties = {}, patternProperties = {}, items } = node ?? {}
    const [ofAnyName] = Object.values(patternProperties)
    return Object.hasOwn(properties, segment) ? properties[segment] : (ofAnyName ?? items)
  }, schema)
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value
  for (const segment of path) current = (current as Record<string, unknown> | null | undefined)?.[segment]
  return current
}

import { ToolError } from './errors.ts'
import { findSchemaProblems, type TSchema } from './schema.ts'
import type { EarlierShape, ToolDescription } from './tool-def.ts'

/** For how long a superseded shape of parameters is still accepted, from its `supersededAt` on, half-open. */
const ACCEPTED_FOR_MS = 90 * 86_400_000

/** The member by which parameters name their version; no tool has a parameter of that name. */
export const VERSION_MEMBER = 'schemaVersion'

type Versioned = Pick<ToolDescription, 'name' | 'input' | 'schemaVersion' | 'earlier'>

/** The version of a tool's parameters and answer. */
export const versionOf = ({ schemaVersion = 1 }: Pick<Versioned, 'schemaVersion'>): number => schemaVersion

/**
 * Check parameters against a schema without coercing anything.
 *
 * @throws ToolError INVALID_PARAMS naming the first problem and how many there are.
 */
export function checkParams(schema: TSchema, params: unknown): void {
  const problems = findSchemaProblems(schema, params)
  const first = problems[0]
  if (first === undefined) return
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  throw new ToolError('INVALID_PARAMS', { path: first.path, problem: first.message + more })
}

/**
 * Check parameters of a tool and bring them to its current version. Those of an earlier one are known by the version that
 * they name, or by their shape where they name none and do not have the current one.
 *
 * @param nowMs - the wall clock, milliseconds since the epoch
 * @throws ToolError INVALID_PARAMS, SCHEMA_VERSION_EXPIRED, SCHEMA_VERSION_UNKNOWN
 */
export function admitParams(tool: Versioned, params: unknown, nowMs: number): unknown {
  const { version, plain } = splitVersion(params)
  const earlier = tool.earlier ?? []
  if (version !== undefined && version !== versionOf(tool)) {
    const shape = earlier.find((known) => known.version === version)
    if (shape === undefined) throw refuseUnknown(tool, version)
    assertAccepted(tool, shape, nowMs)
    checkParams(shape.input, plain)
    return upgrade(tool, shape, plain)
  }
  const isCurrent = findSchemaProblems(tool.input, plain).length === 0
  const fitting =
    version === undefined && !isCurrent
      ? earlier.findLast(({ input }) => findSchemaProblems(input, plain).length === 0)
      : undefined
  if (fitting === undefined) {
    checkParams(tool.input, plain)
    return plain
  }
  assertAccepted(tool, fitting, nowMs)
  return upgrade(tool, fitting, plain)
}

function splitVersion(params: unknown): { readonly version?: unknown; readonly plain: unknown } {
  const isObject = params !== null && typeof params === 'object' && !Array.isArray(params)
  if (!isObject || !Object.hasOwn(params, VERSION_MEMBER)) return { plain: params }
  const { [VERSION_MEMBER]: version, ...plain } = params as Record<string, unknown>
  return { version, plain }
}

/** When the current version came: the one before it was superseded by it. */
const sinceOf = ({ earlier = [] }: Versioned): string => earlier.at(-1)?.supersededAt ?? 'the first one'

const refuseUnknown = (tool: Versioned, version: unknown) =>
  new ToolError('SCHEMA_VERSION_UNKNOWN', {
    tool: tool.name,
    found: typeof version === 'number' ? version : typeof version,
    expected: versionOf(tool),
    since: sinceOf(tool),
  })

function assertAccepted(tool: Versioned, { version, supersededAt }: EarlierShape, nowMs: number): void {
  const untilMs = Date.parse(supersededAt) + ACCEPTED_FOR_MS
  if (nowMs < untilMs) return
  throw new ToolError('SCHEMA_VERSION_EXPIRED', {
    tool: tool.name,
    found: version,
    until: new Date(untilMs).toISOString(),
    expected: versionOf(tool),
    since: sinceOf(tool),
  })
}

/** Each version says how its parameters read in the next one. */
function upgrade(tool: Versioned, from: EarlierShape, params: unknown): unknown {
  const upgraded = (tool.earlier ?? [])
    .filter(({ version }) => version >= from.version)
    .reduce((current, shape) => shape.upgrade(current as never), params)
  checkParams(tool.input, upgraded)
  return upgraded
}

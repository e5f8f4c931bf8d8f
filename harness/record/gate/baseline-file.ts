import { readFileSync } from 'node:fs'
import { type Static, type TProperties, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { HarnessError } from '../../errors.ts'
import { writeAtomically } from '../../write-atomically.ts'
import { BASELINE_VERSION, type Baseline, fileOf } from './baseline.ts'

const Text = Type.String()
const Count = Type.Integer({ minimum: 0 })
const Measure = Type.Number({ minimum: 0 })

/** What tells two of a kind apart: the first 16 hex digits of a hash. */
const Hash = Type.String({ pattern: '^[0-9a-f]{16}$' })
const closed = { additionalProperties: false }

const HEAD = {
  baselineVersion: Type.Literal(BASELINE_VERSION),
  seed: Text,
  origin: Text,
  tolerances: Type.Optional(
    Type.Object(
      {
        gasBps: Type.Optional(Count),
        roundTrips: Type.Optional(Count),
        errorBps: Type.Optional(Measure),
        benignAllowBps: Type.Optional(Count),
      },
      closed,
    ),
  ),
  benignAllowBps: Type.Optional(Count),
  coverage: Type.Array(Text),
  forbidden: Type.Optional(Type.Array(Text)),
}

const FIGURES = {
  verdict: Type.Enum(['passed', 'failed', 'flaky', 'broken', 'skipped']),
  driver: Type.Optional(Type.Literal('pi')),
  gas: Type.Optional(Type.String({ pattern: '^\\d{1,30}$' })),
  roundTrips: Count,
  errorBps: Type.Optional(Measure),
}

/** What was run; a baseline of nothing would let everything pass. */
const scenariosOf = <T extends TProperties>(members: T) =>
  Type.Record(Text, Type.Object(members, closed), { minProperties: 1 })

/** What is flaky shows by all of these together, so that none may be missing. */
const WHOLE_SCHEMA = Type.Object(
  {
    ...HEAD,
    code: Hash,
    world: Hash,
    cassette: Type.Optional(Hash),
    files: Type.Record(Text, Hash),
    scenarios: scenariosOf({ ...FIGURES, digest: Hash }),
  },
  closed,
)

const FIGURES_SCHEMA = Type.Object(
  { ...HEAD, figuresOnly: Type.Literal(true), scenarios: scenariosOf(FIGURES) },
  closed,
)

// Fails to compile when the schemas and `Baseline` part ways.
type SchemaMatchesBaseline = [Static<typeof WHOLE_SCHEMA> | Static<typeof FIGURES_SCHEMA>] extends [Baseline]
  ? true
  : never
true satisfies SchemaMatchesBaseline

const [wholeValidator, figuresValidator] = [Compile(WHOLE_SCHEMA), Compile(FIGURES_SCHEMA)]

/**
 * Read a baseline from its file.
 *
 * @throws HarnessError BASELINE_UNREADABLE
 */
export function readBaseline(path: string): Baseline {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw unreadable('there is no readable baseline', path, {
      expected: 'a file that `assay gate --update` wrote',
      found: cause instanceof Error ? cause.message : String(cause),
      cause,
    })
  }
  const problem = findProblem(value)
  if (problem === undefined) return value as Baseline
  throw unreadable('the baseline is damaged, or of another version', path, {
    expected: problem,
    found: JSON.stringify(value).slice(0, 120),
  })
}

/** Say what a baseline would have that a value has not. */
function findProblem(value: unknown): string | undefined {
  const isFigures = value !== null && typeof value === 'object' && 'figuresOnly' in value
  const validator = isFigures ? figuresValidator : wholeValidator
  if (!validator.Check(value)) {
    const [first] = validator.Errors(value)
    return first === undefined ? 'a baseline' : `${first.instancePath || '/'} ${first.message}`
  }
  const { files, scenarios } = value as Baseline
  const missing =
    files &&
    Object.keys(scenarios)
      .map(fileOf)
      .find((file) => !Object.hasOwn(files, file))
  return missing === undefined ? undefined : `/files must have ${missing}`
}

const unreadable = (
  message: string,
  where: string,
  details: { expected: string; found: string; cause?: unknown },
) =>
  new HarnessError('BASELINE_UNREADABLE', message, {
    where,
    hint: 'restore the file, or write a new one with `assay gate --update`',
    ...details,
  })

/** Write a baseline, a line a scenario, so that a change of it can be read. */
export function writeBaseline(path: string, { files, scenarios, coverage, ...rest }: Baseline): void {
  const lines = [
    ...Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    `  "coverage": [${coverage.map((key) => `\n    ${JSON.stringify(key)}`).join(',')}\n  ]`,
    ...(files ? [`  "files": ${writeMembers(files)}`] : []),
    `  "scenarios": ${writeMembers(scenarios)}`,
  ]
  writeAtomically(path, `{\n${lines.join(',\n')}\n}\n`)
}

const writeMembers = (members: Readonly<Record<string, unknown>>) =>
  `{${Object.entries(members)
    .map(([name, value]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',')}\n  }`

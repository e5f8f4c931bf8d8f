import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { HarnessError } from '../../errors.ts'
import { writeAtomically } from '../../write-atomically.ts'
import { BASELINE_VERSION, type Baseline } from './baseline.ts'

const Text = Type.String()
const Count = Type.Integer({ minimum: 0 })
const Measure = Type.Number({ minimum: 0 })

const SCHEMA = Type.Object(
  {
    baselineVersion: Type.Literal(BASELINE_VERSION),
    seed: Text,
    origin: Text,
    figuresOnly: Type.Optional(Type.Literal(true)),
    code: Type.Optional(Text),
    world: Type.Optional(Text),
    tolerances: Type.Optional(
      Type.Object(
        {
          gasBps: Type.Optional(Count),
          roundTrips: Type.Optional(Count),
          errorBps: Type.Optional(Measure),
          benignAllowBps: Type.Optional(Count),
        },
        { additionalProperties: false },
      ),
    ),
    benignAllowBps: Type.Optional(Count),
    coverage: Type.Array(Text),
    files: Type.Optional(Type.Record(Text, Text)),
    scenarios: Type.Record(
      Text,
      Type.Object(
        {
          verdict: Type.Enum(['passed', 'failed', 'flaky', 'broken', 'skipped']),
          driver: Type.Optional(Type.Literal('pi')),
          gas: Type.Optional(Type.String({ pattern: '^\\d{1,30}$' })),
          roundTrips: Count,
          errorBps: Type.Optional(Measure),
          digest: Type.Optional(Text),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

// Fails to compile when the schema and `Baseline` part ways.
type SchemaMatchesBaseline = [Static<typeof SCHEMA>] extends [Baseline] ? true : never
true satisfies SchemaMatchesBaseline

const validator = Compile(SCHEMA)

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
  if (validator.Check(value)) return value
  const [first] = validator.Errors(value)
  throw unreadable('the baseline is damaged, or of another version', path, {
    expected: first === undefined ? 'a baseline' : `${first.instancePath || '/'} ${first.message}`,
    found: JSON.stringify(value).slice(0, 120),
  })
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

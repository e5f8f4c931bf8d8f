import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import {
  createFixtureRecord,
  FIXTURE_COVERAGE,
  FIXTURE_STANDINGS,
} from '../../harness/record/fixtures/fixture-record.ts'
import type { RecordFuzz, RunRecord } from '../../harness/record/record.ts'
import { RUN_RECORD_SCHEMA } from '../../harness/record/record-schema.ts'
import { REPORTERS } from './index.ts'

const ACTING = '\u001b[2J\u0000\u009b1m\u202e'

const FUZZ: RecordFuzz = {
  property: 'a property',
  cases: 3,
  operations: 5,
  commands: [
    {
      kind: 'act',
      allowed: 1,
      denied: 2,
      notApplicable: 1,
      environment: 0,
      denials: [{ code: 'A', count: 2 }],
    },
  ],
  neverDrawn: ['a kind'],
  neverAllowed: ['a kind'],
  blocks: [{ first: 0, cases: 3, keys: 4, digest: 'ab' }],
  rerun: 1,
  notApplicable: 0,
  digestCases: 3,
  digest: 'ab',
  corpus: 2,
  failures: [{ id: 'a failure', firstCase: 1, cases: 2 }],
}

/** A record with every part that one may have. */
function createFullRecord(): RunRecord {
  const { provenance, summary, ...record } = createFixtureRecord()
  return structuredClone({
    ...record,
    summary: { ...summary, total: summary.total + 1 },
    provenance: {
      ...provenance,
      cassetteHash: 'ab',
      options: { paths: ['a path'], filter: 'words', changed: 'HEAD', shard: '1/2', other: { deep: 'x' } },
      replayOf: {
        runId: record.runId,
        differences: ['the code'],
        outcome: 'differs',
        differsIn: ['the state'],
      },
    },
    incomplete: { cause: 'broken', code: 'WORKER_DIED', message: 'a worker died\nof something' },
    notRun: ['a scenario'],
    fuzz: FUZZ,
    coverage: FIXTURE_COVERAGE,
    standings: FIXTURE_STANDINGS,
    gate: {
      baseline: 'baseline.json',
      outdated: ['the code changed'],
      differences: [
        { measure: 'gas', scenario: 'a scenario', before: '1', after: '2', isWorse: true },
        { measure: 'coverage', before: 'few', after: 'more', isWorse: false },
      ],
    },
  })
}

/** Put a text behind every other one of a record, where it stays a record. */
function spoil(record: RunRecord): RunRecord {
  const validator = Compile(RUN_RECORD_SCHEMA)
  const visit = (parent: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(parent)) {
      if (value !== null && typeof value === 'object') visit(value as Record<string, unknown>)
      if (typeof value !== 'string') continue
      parent[name] = value + ACTING
      if (!validator.Check(record)) parent[name] = value
    }
  }
  visit(record as unknown as Record<string, unknown>)
  return record
}

const SPOILT = spoil(createFullRecord())

test.each(
  Object.values(REPORTERS).filter(({ name }) => name !== 'json'),
)('behavior: whichever text of a record would act does nothing in what $name gives', ({ render }) => {
  expect(render(SPOILT)).not.toMatch(/(?!\n)\p{Cc}/u)
})

test('behavior: laws and coverage that are called as what every object has are told as they are', () => {
  const [failed] = createFixtureRecord().scenarios.filter(({ findings }) => findings.length > 0)
  const findings = (failed?.findings ?? []).map((finding) => ({ ...finding, law: 'constructor' }))
  const record = {
    ...createFixtureRecord(failed ? [{ ...failed, findings }] : []),
    coverage: { keys: [{ key: 'constructor:x', scenarios: 1 }], violations: [] },
  }
  const [run] = JSON.parse(REPORTERS.sarif.render(record)).runs
  expect(run.tool.driver.rules[0].shortDescription.text).toBe('What was held: constructor.')
  expect(REPORTERS.console.render(record)).toMatch(/^ {2}constructor +1\/1$/m)
  expect(REPORTERS.html.render(record)).toContain('<h3>constructor <small>1 of 1</small></h3>')
})

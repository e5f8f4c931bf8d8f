import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFixtureRecord } from '../../harness/record/fixtures/fixture-record.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import { REPORTERS, writeReports } from './index.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-reports-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('default', () => {
  const record = createFixtureRecord()
  const runDirectory = join(directory, 'runs', record.runId)
  const paths = writeReports(record, runDirectory)
  expect(readdirSync(runDirectory).sort()).toEqual(['index.html', 'junit.xml', 'run.json'])
  expect(paths.every((path) => path.startsWith(runDirectory))).toBe(true)
  expect(readRecord(join(runDirectory, 'run.json'))).toEqual(record)
  expect(readFileSync(join(runDirectory, 'junit.xml'), 'utf8')).toBe(REPORTERS.junit.render(record))
})

test('behavior: every reporter is found under its own name', () => {
  for (const [name, reporter] of Object.entries(REPORTERS)) expect(reporter.name).toBe(name)
})

test('behavior: the record as JSON has a line for each scenario', () => {
  const record = createFixtureRecord()
  const lines = REPORTERS.json.render(record).split('\n')
  for (const scenario of record.scenarios)
    expect(lines.map((line) => line.replace(/,$/, ''))).toContain(JSON.stringify(scenario))
})

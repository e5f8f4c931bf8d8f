import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashFiles } from '../../harness/cli/hash-code.ts'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { createFixtureRecord, createPassedRecord } from '../../harness/record/fixtures/fixture-record.ts'
import { createScenarios } from '../../harness/record/fixtures/scenarios.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import type { RecordProvenance, RecordScenario } from '../../harness/record/record.ts'
import { nameRun } from '../../harness/record/run-id.ts'
import { writeReports } from '../../reports/reporters/index.ts'
import { runHere } from './run-here.ts'

/** An artifact that was downloaded: a run in a folder that bears another name. */
function openArtifact(provenance: Partial<RecordProvenance> = {}, runId?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-foreign-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const directory = join(folder, 'artifacts', 'downloaded')
  const passed = createPassedRecord()
  const files = Object.fromEntries(passed.scenarios.map(({ file }) => [file, 'f'.repeat(64)]))
  const record = { ...passed, provenance: { ...passed.provenance, files, ...provenance } }
  writeReports(runId === undefined ? record : { ...record, runId }, directory)
  return { folder, directory, baseline: join(folder, 'baseline.json') }
}

const gate = ({ directory, baseline }: ReturnType<typeof openArtifact>, ...args: string[]) =>
  runHere(['gate', '--run', directory, '--baseline', baseline, ...args])

test('default: what the gate says stands in the reports of the very folder, whatever its name', async () => {
  const artifact = openArtifact()
  await gate(artifact, '--update')
  const text = readFileSync(artifact.baseline, 'utf8')
  writeFileSync(artifact.baseline, text.replaceAll('"roundTrips":2', '"roundTrips":1'))
  const { code, stderr } = await gate(artifact)
  expect([code, stderr]).toEqual([1, expect.stringContaining('artifacts/downloaded/index.html')])
  expect(readFileSync(join(artifact.directory, 'junit.xml'), 'utf8')).toMatch(
    /<testsuites [^>]*failures="[1-9]/,
  )
  expect(readdirSync(join(artifact.directory, '..'))).toEqual(['downloaded'])
})

test('behavior: nothing that lies beside a run that is gated is removed or replaced', async () => {
  const artifact = openArtifact()
  const beside = join(artifact.directory, '..')
  writeFileSync(join(beside, 'latest'), 'mine')
  for (let second = 10; second < 40; second += 1) {
    const name = nameRun(new Date(`2020-01-01T00:00:${second}Z`), 1)
    mkdirSync(join(beside, name))
    writeFileSync(join(beside, name, 'run.json'), '{}')
  }
  const before = readdirSync(beside)
  await gate(artifact, '--update')
  expect((await gate(artifact)).code).toBe(0)
  expect(readdirSync(beside)).toEqual(before)
  expect(lstatSync(join(beside, 'latest')).isFile()).toBe(true)
})

test.each([
  '../../../escaped',
  '\u001b[2J',
  '',
  'a/b',
  '2026-01-01T12-00-00-000Z-1\n',
])('error: RECORD_UNREADABLE for a run id that names no run: %j', async (runId) => {
  const artifact = openArtifact({}, runId)
  for (const args of [['--update'], []]) {
    const { code, stderr } = await gate(artifact, ...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining('RECORD_UNREADABLE')])
    expect(stderr).not.toContain('\u001b[2J')
  }
  expect(existsSync(join(artifact.folder, 'escaped'))).toBe(false)
})

test('error: RECORD_UNREADABLE for the id of the run that was replayed', async () => {
  const artifact = openArtifact({ replayOf: { runId: '\u001b[2J', differences: [] } })
  expect((await gate(artifact)).stderr).toContain('RECORD_UNREADABLE')
})

test('behavior: a run of other code or texts is held and accepted when it is named, and said to be that', async () => {
  const artifact = openArtifact()
  const changed = ['the code changed', '11 scenario files changed: scenarios/']
  for (const args of [['--update'], ['--reporter', 'console']]) {
    const { code, stdout, stderr } = await gate(artifact, ...args)
    expect(code).toBe(0)
    for (const each of changed) expect(stderr).toContain(each)
    if (args.includes('console')) for (const each of changed) expect(stdout).toContain(each)
  }
  const { gate: held } = readRecord(join(artifact.directory, 'run.json'))
  expect(held?.outdated).toEqual(changed.map((each) => expect.stringContaining(each)))
  expect(readFileSync(join(artifact.directory, 'index.html'), 'utf8')).toContain(changed[0])
})

test('behavior: what a run of others says of files and of its replay does nothing in a terminal', async () => {
  const acting = 'scenarios/\u001b[2J\u202e.yaml'
  const files = { [acting]: 'f'.repeat(64) }
  const { runId } = createPassedRecord()
  const artifact = openArtifact({
    files,
    assumptions: [acting],
    replayOf: { runId, differences: [acting], outcome: 'differs', differsIn: [acting] },
  })
  for (const args of [['--update'], ['--reporter', 'console']]) {
    const { stdout, stderr } = await gate(artifact, ...args)
    expect(stdout + stderr).toContain('scenarios/\\u{1b}[2J\\u{202e}.yaml')
    expect(stdout + stderr).not.toMatch(/[\u001b\u202e]/)
  }
})

test.each([
  ['damaged', '{'],
  ['of another version', '{ "baselineVersion": 0 }'],
])('behavior: --update replaces a baseline that is %s, and says so', async (_, text) => {
  const artifact = openArtifact()
  writeFileSync(artifact.baseline, text)
  const held = await gate(artifact)
  expect([held.code, held.stderr]).toEqual([2, expect.stringContaining('with `assay gate --update`')])
  const { code, stderr } = await gate(artifact, '--update')
  expect([code, stderr]).toEqual([0, expect.stringMatching(/replaced: .*baseline\.json/)])
  expect((await gate(artifact)).code).toBe(0)
})

test('error: BAD_USAGE for a run on another cassette than that of the baseline', async () => {
  const artifact = openArtifact({ cassetteHash: 'a'.repeat(64) })
  await gate(artifact, '--update')
  expect((await gate(artifact)).code).toBe(0)
  const other = openArtifact({ cassetteHash: 'b'.repeat(64) })
  const { code, stderr } = await gate({ ...other, baseline: artifact.baseline })
  expect([code, stderr]).toEqual([2, expect.stringContaining('cassette bbbbbbbb')])
})

test('error: BAD_USAGE for the newest run where it is of other code or texts', async () => {
  const artifact = openArtifact()
  await gate(artifact, '--update')
  const before = readFileSync(artifact.baseline, 'utf8')
  const out = join(artifact.folder, 'runs')
  cpSync(artifact.directory, join(out, createPassedRecord().runId), { recursive: true })
  for (const args of [['--update'], []]) {
    const { code, stderr } = await runHere(['gate', '--out', out, '--baseline', artifact.baseline, ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining('BAD_USAGE')])
    expect(stderr).toContain('the code changed')
  }
  expect(readFileSync(artifact.baseline, 'utf8')).toBe(before)
})

test.each([
  'theirs.property.ts',
  'theirs.yaml',
  '',
])('error: RECORD_REFUSED for code that a record names and brought, which is not run: %j', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-foreign-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mark = join(folder, 'mark')
  const code = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(mark)}, '')\n`
  writeFileSync(join(folder, 'theirs.property.ts'), code)
  writeFileSync(
    join(folder, 'theirs.yaml'),
    `name: x\nsteps:\n  - gateway: { plugins: { own: ${JSON.stringify(code)} } }\n`,
  )
  const file = relative(PROJECT_ROOT, join(folder, name))
  const [failed] = createScenarios().filter(({ verdict }) => verdict === 'failed')
  const kind = name.endsWith('.yaml') ? 'scripted' : 'property'
  const { property: _, ...scenario } = failed as RecordScenario
  const record = createFixtureRecord([{ ...scenario, kind, id: file, file }])
  const files = name === '' ? {} : hashFiles([file])
  const runs = join(folder, 'runs')
  const run = join(runs, record.runId)
  writeReports({ ...record, provenance: { ...record.provenance, files } }, run)
  const commands = [
    ['replay', run],
    ['run', '--last-failed', '--out', runs],
    // A folder has no hash, and is refused for that.
    ...(name === '' ? [] : [['bundle', run, '--out', join(folder, 'out.tar.gz')]]),
  ]
  for (const words of commands) {
    const outcome = await runHere(words)
    expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringContaining('error RECORD_REFUSED')])
  }
  expect(existsSync(mark)).toBe(false)
})

test('error: BAD_USAGE for a record under another name, whose folder may be that of another run', async () => {
  const artifact = openArtifact()
  await gate(artifact, '--update')
  const path = join(artifact.directory, 'other.json')
  writeFileSync(path, readFileSync(join(artifact.directory, 'run.json')))
  const { code, stderr } = await gate({ ...artifact, directory: path })
  expect([code, stderr]).toEqual([2, expect.stringContaining('BAD_USAGE')])
})

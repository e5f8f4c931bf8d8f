import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { computeDigest } from '../../harness/record/digest.ts'
import { createFixtureRecord } from '../../harness/record/fixtures/fixture-record.ts'
import { createScenarios } from '../../harness/record/fixtures/scenarios.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import type { RecordScenario } from '../../harness/record/record.ts'
import { summarise } from '../../harness/record/summary.ts'
import { type CommandOutcome, runCommand } from './command.ts'
import { runHere } from './run-here.ts'

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-replay-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const write = (name: string, expectation: string) => {
  const path = join(directory, name)
  writeFileSync(
    path,
    `name: wraps\nsteps:\n  - act: { kind: wrap, amount: 0.01 ETH }\n    expect: ${expectation}\n`,
  )
  return path
}

const DENIED = '{ denied: { layer: phase, code: PHASE_FORBIDS_CLASS } }'

const folderOf = ({ stderr }: CommandOutcome, cwd = PROJECT_ROOT) =>
  dirname(join(cwd, /report: (\S+)/.exec(stderr)?.[1] ?? ''))

/** A run that failed, which several tests replay. */
let failed: Promise<CommandOutcome> | undefined
const runFailing = () => {
  failed ??= runCommand(['run', write('failing.yaml', DENIED), '--workers', '1'])
  return failed
}

describe('assay replay of a run', () => {
  test('default: it says that nothing differs, and fails the same way', async () => {
    const first = await runFailing()
    expect(first.code, first.stderr).toBe(1)
    const { provenance } = readRecord(join(folderOf(first), 'run.json'))
    expect(provenance.codeHash).toMatch(/^[0-9a-f]{64}$/)
    expect(typeof provenance.isDirty).toBe('boolean')
    expect(Object.values(provenance.files)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    const second = await runCommand(['replay', folderOf(first)])
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('scenarios, code, versions and world are as they were')
    expect(second.stderr).toMatch(/^reproduced {2}/m)
    const { provenance: again } = readRecord(join(folderOf(second), 'run.json'))
    expect(again.replayOf).toMatchObject({ differences: [], outcome: 'reproduced' })
  })

  test('behavior: whoever made the calls makes them again, without being named', async () => {
    const path = write('played.yaml', DENIED)
    const playedBy = (outcome: CommandOutcome) => {
      const { scenarios } = readRecord(join(folderOf(outcome), 'run.json'))
      return scenarios.map(({ driver }) => driver)
    }
    const first = await runCommand(['run', path, '--workers', '1', '--driver', 'pi'])
    expect(first.code, first.stderr).toBe(1)
    expect(first.stdout).toContain('wraps [driver=pi]')
    expect(playedBy(first)).toEqual(['pi'])
    const second = await runCommand(['replay', folderOf(first)])
    expect(second.code, second.stderr).toBe(1)
    expect(playedBy(second)).toEqual(['pi'])
    expect(second.stdout).toMatch(/replay +\S+ replay "[^"]+" --seed 1 --driver pi/)
    const other = await runCommand(['replay', folderOf(first), '--driver', 'direct'])
    expect(playedBy(other)).toEqual(['direct'])
    expect(other.stdout).not.toContain('driver')
  })

  test('behavior: a file that changed and passes is not the one that failed', async () => {
    const first = await runFailing()
    expect(first.code, first.stderr).toBe(1)
    write('failing.yaml', '{ committed: true }')
    onTestFinished(() => void write('failing.yaml', DENIED))
    const second = await runCommand(['replay', folderOf(first)])
    expect(second.code, second.stdout).toBe(3)
    expect(second.stderr).toMatch(/but not of the same:\n {2}the scenario file \S*failing\.yaml changed/)
    expect(second.stderr).toMatch(/^differs in .*\n {2}the text of \S*failing\.yaml\n/m)
    expect(second.stdout).toContain('failing.yaml changed')
  })

  test.each([
    ['passes now', 0, 'passes now', {}],
    ['fails elsewhere', 3, 'differs in', { finalBlock: { number: '1', hash: '0x01' } }],
  ])('behavior: what is recorded as failed %s', async (_, code, said, change) => {
    const path = write('recorded.yaml', code === 0 ? '{ committed: true }' : DENIED)
    const first = folderOf(await runCommand(['run', path, '--workers', '1']))
    const record = readRecord(join(first, 'run.json'))
    const finding = { law: 'x', message: '', expected: '', found: '', step: 0, line: 1 }
    const scenarios = record.scenarios.map((scenario) => ({
      ...scenario,
      verdict: 'failed' as const,
      findings: code === 0 ? [finding] : scenario.findings,
      ...change,
    }))
    const changed = { ...record, scenarios, summary: summarise(scenarios) }
    writeFileSync(join(first, 'run.json'), JSON.stringify({ ...changed, digest: computeDigest(changed) }))
    const second = await runCommand(['replay', first])
    expect(second.code, second.stderr).toBe(code)
    expect(second.stderr).toMatch(new RegExp(`^${said} {2}${record.runId}$`, 'm'))
    expect(second.stdout).toContain(said)
  })

  test('behavior: nothing that a record says acts on the terminal', async () => {
    const file = relative(PROJECT_ROOT, write('of-others.yaml', DENIED))
    const [scenario] = createScenarios().filter(({ verdict }) => verdict === 'failed')
    const acts = '\u001b[2J\u202e'
    const finalBlock = { number: '1', hash: acts }
    const record = createFixtureRecord([{ ...(scenario as RecordScenario), id: file, file, finalBlock }])
    const theirs = { ...record, provenance: { ...record.provenance, anvilVersion: acts } }
    const path = join(directory, 'theirs.json')
    writeFileSync(path, JSON.stringify({ ...theirs, digest: computeDigest(theirs) }))
    const { code, stderr } = await runHere(['replay', path, '--out', join(directory, 'runs')])
    expect(stderr).toContain('Anvil was \\u{1b}[2J\\u{202e} and is')
    expect(stderr).toMatch(/the final block of .*: 1 \\u\{1b\}\[2J/)
    expect(stderr).not.toMatch(/[\u001b\u202e]/)
    expect(code).toBe(3)
  })

  test('error: BAD_USAGE for a run of which no scenario failed, with what became of it', async () => {
    const passed = createScenarios().filter(({ verdict }) => verdict === 'passed')
    const incomplete = { cause: 'interrupted', code: 'SIGINT', message: 'interrupted by SIGINT' } as const
    const summary = summarise(passed, passed.length + 1, { incomplete })
    const cut = { ...createFixtureRecord(passed), incomplete, summary }
    const path = join(directory, 'cut.json')
    writeFileSync(path, JSON.stringify({ ...cut, digest: computeDigest(cut) }))
    const { code, stderr } = await runHere(['replay', path])
    expect(code).toBe(2)
    expect(stderr).toContain(
      'a run that was interrupted; partial report, interrupted by SIGINT: 1 scenario not run',
    )
    expect(stderr).not.toContain('every scenario')
  })

  test('behavior: a run is found by its id alone, in the folder of runs', async () => {
    const record = createFixtureRecord(createScenarios().filter(({ verdict }) => verdict === 'passed'))
    const runs = join(directory, 'kept-runs')
    mkdirSync(join(runs, record.runId), { recursive: true })
    writeFileSync(
      join(runs, record.runId, 'run.json'),
      JSON.stringify({ ...record, digest: computeDigest(record) }),
    )
    const { code, stderr } = await runHere(['replay', record.runId, '--out', runs])
    expect(stderr).toContain('no scenario of this run failed')
    expect(code).toBe(2)
  })

  test.each([
    ['a run', 'scenarios/failing.yaml', ['--seed', '2', '--chain', 'base'], '--chain, --seed'],
    [
      'a fuzz run',
      'fuzz/authority#3',
      ['--seed', '2', '--workers', '1', '--trace', 'off'],
      '--trace, --seed',
    ],
  ])('error: BAD_USAGE for what %s says itself', async (what, file, options, found) => {
    const [scenario] = createScenarios().filter(({ verdict }) => verdict === 'failed')
    if (scenario === undefined) throw new TypeError('no fixture failed')
    const path = writeDrawn({ ...scenario, id: file, file }, null)
    const { code, stderr } = await runHere(['replay', path, ...options])
    expect(stderr).toContain(`BAD_USAGE: ${what} is replayed as it was`)
    expect(stderr).toMatch(new RegExp(`found: +${found}\\n`))
    expect(code).toBe(2)
  })

  test('error: BAD_USAGE for a fuzz run with a corpus, which a record of others names', async () => {
    const [scenario] = createScenarios().filter(({ verdict }) => verdict === 'failed')
    const corpus = join(directory, 'their corpus')
    const id = 'fuzz/authority#3'
    const path = writeDrawn({ ...(scenario as RecordScenario), id, file: id }, corpus)
    const { code, stderr } = await runHere(['replay', path])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`fuzz --property authority --seed 1 --runs 1 --corpus "${corpus}"`),
    ])
    expect(existsSync(corpus)).toBe(false)
  })

  /** Write the record of a fuzz run in which a case failed. */
  function writeDrawn(failed: RecordScenario, corpus: string | null): string {
    const { provenance, ...record } = createFixtureRecord([failed])
    const fuzz = { seed: '1', property: 'authority', limit: { runs: 1 }, corpus, code: '' }
    const drawn = { ...record, provenance: { ...provenance, options: { ...provenance.options, fuzz } } }
    const path = join(directory, 'said.json')
    writeFileSync(path, JSON.stringify({ ...drawn, digest: computeDigest(drawn) }))
    return path
  }

  test('behavior: what it keeps is kept where it is told to', async () => {
    const file = relative(PROJECT_ROOT, write('kept.yaml', DENIED))
    const [scenario] = createScenarios().filter(({ verdict }) => verdict === 'failed')
    const record = createFixtureRecord([{ ...(scenario as RecordScenario), id: `${file}#none=1`, file }])
    const [path, state] = [join(directory, 'kept.json'), join(directory, 'state')]
    writeFileSync(path, JSON.stringify(record))
    const { code, stderr } = await runHere(['replay', path, '--state-dir', state])
    expect([code, stderr]).toEqual([2, expect.stringContaining('no longer exists in its file')])
    expect(existsSync(join(state, 'cache', 'parsed-scenarios'))).toBe(true)
  })

  test('error: SCENARIO_INVALID for a cell that its file no longer has', async () => {
    const path = write('cells.yaml', DENIED)
    const matrix = (values: string) =>
      writeFileSync(
        path,
        `name: wraps\nmatrix: { wait: ${values} }\nsteps:\n  - advance: \${wait}\n  - act: { kind: wrap, amount: 0.01 ETH }\n    expect: ${DENIED}\n`,
      )
    matrix('[1s, 2s]')
    const first = await runCommand(['run', path, '--workers', '1'])
    expect(first.code, first.stderr).toBe(1)
    matrix('[1s, 3s]')
    const second = await runCommand(['replay', folderOf(first)])
    expect(second.code, second.stdout).toBe(2)
    expect(second.stderr).toMatch(/SCENARIO_INVALID: .*no longer exists in its file[\s\S]*wait=2s/)
  })

  test('behavior: a scenario file is replayed by any path that leads to it', async () => {
    const outcome = await runCommand(['replay', write('by-path.yaml', DENIED), '--workers', '1'])
    expect(outcome.code, outcome.stderr).toBe(1)
    expect(outcome.stdout).toContain('law        expect.denied')
  })

  test('error: BAD_USAGE for a cell that its file does not have, with the nearest', async () => {
    const id = 'scenarios/scripted/phase-transitions/aliases.yaml#alias=stabel'
    const outcome = await runHere(['replay', id])
    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(
      'did you mean "scenarios/scripted/phase-transitions/aliases.yaml#alias=stable"?',
    )
  })

  test('behavior: the printed command works where it is printed', async () => {
    const path = write('elsewhere.yaml', DENIED)
    const first = await runCommand(['run', path, '--workers', '1'], { cwd: directory })
    const [, program = '', id = ''] = /replay +(\S+) replay "([^"]+)" --seed 1/.exec(first.stdout) ?? []
    // A path from where it was printed, which no registry is asked for.
    expect(program).toMatch(/\/bin\/assay\.mjs$/)
    const second = await runCommand(['replay', id], { cwd: directory, bin: join(directory, program) })
    expect(second.code, second.stderr).toBe(1)
    expect(second.stdout).toContain('PHASE_FORBIDS_CLASS')
  })
})

test('error: the id of a run that lies elsewhere says where it was looked for, and what to do', async () => {
  const { code, stderr } = await runHere(['replay', '2026-01-02T03-04-05-678Z-9', '--out', tmpdir()])
  expect(code).toBe(2)
  expect(stderr).toContain(`found:    no run of this id in ${tmpdir()}\n`)
  expect(stderr).toContain('do:       name its folder, or the folder of its runs with --out\n')
})

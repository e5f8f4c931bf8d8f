import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import type { Baseline } from '../../harness/record/gate/baseline.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import { type CommandOutcome, runCommand } from './command.ts'

const SCENARIO = `name: wraps
steps:
  - act: { kind: wrap, amount: 0.01 ETH }
    expect: { committed: true }
`

let directory = ''
let baseline = ''
let scenario = ''
let run = ''

const folderOf = ({ stderr }: CommandOutcome) =>
  dirname(join(PROJECT_ROOT, /report: (\S+)/.exec(stderr)?.[1] ?? ''))

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-gate-'))
  baseline = join(directory, 'baseline.json')
  scenario = join(directory, 'wraps.yaml')
  writeFileSync(scenario, SCENARIO)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Write a baseline in which the scenario came to something else. */
function writeOther(change: (entry: Baseline['scenarios'][string], all: Baseline) => object): string {
  const all = JSON.parse(readFileSync(baseline, 'utf8')) as Baseline
  const [entry] = Object.entries(all.scenarios)
  if (entry === undefined) throw new Error('an empty baseline')
  const path = join(directory, 'other.json')
  writeFileSync(
    path,
    JSON.stringify({ ...all, scenarios: { [entry[0]]: { ...entry[1], ...change(entry[1], all) } } }),
  )
  return path
}

/** Run a scenario beside nothing else: where all runs are, those of other tests make the oldest go. */
const play = (path: string, ...args: string[]) =>
  runCommand(['run', path, '--workers', '1', '--out', join(directory, 'runs'), ...args])

/** A run and its baseline, which the tests share. */
let prepared: Promise<void> | undefined
const prepare = () => {
  prepared ??= (async () => {
    run = folderOf(await play(scenario))
    const accepted = await gate('--baseline', baseline, '--update')
    expect(accepted.code, accepted.stderr).toBe(0)
    expect(accepted.stdout).toMatch(/^accepted \S+: 1 of 1 scenario passed\n$/)
  })()
  return prepared
}

const gate = (...args: string[]) => runCommand(['gate', '--run', run, ...args])

describe('assay gate', () => {
  test('default: a run is no worse than itself, and neither is the same run again', async () => {
    await prepare()
    const same = await gate('--baseline', baseline)
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('nothing differs')])
    const again = await play(scenario, '--baseline', baseline)
    expect(again.code, again.stdout).toBe(0)
    expect(again.stdout).toMatch(/BASELINE {2}\S+baseline\.json: nothing differs/)
    const compared = await runCommand(['compare', run, folderOf(again)])
    expect([compared.code, compared.stdout]).toEqual([0, expect.stringContaining('nothing differs')])
    // The page of the second run, as it is against the first; its own reports stay.
    const [own, page] = [join(folderOf(again), 'run.json'), join(directory, 'compared.html')]
    const kept = readFileSync(own, 'utf8')
    await runCommand(['compare', run, folderOf(again), '--reporter', `html=${page}`])
    expect(readFileSync(page, 'utf8')).toContain(`<code>${basename(run)}</code>: nothing differs`)
    expect(readFileSync(own, 'utf8')).toBe(kept)
  })

  test('behavior: exit code, summary, run.json and junit.xml say that it is worse', async () => {
    await prepare()
    const less = writeOther(({ gas = '0', roundTrips }) => ({
      gas: `${(BigInt(gas) * 10n) / 11n}`,
      roundTrips: roundTrips - 1,
    }))
    const worse = await gate('--baseline', less, '--reporter', `sarif=${join(directory, 'out.sarif')}`)
    expect(worse.code, worse.stderr).toBe(1)
    expect(worse.stdout).toMatch(
      /: 2 worse\n {2}✗ gas +[\d,]+ +[\d,]+ +\+[\d,]+ \(\+10\.0 %\) +\S+wraps\.yaml\n/,
    )
    expect(worse.stdout).toMatch(/✗ round trips +\d+ +\d+ +\+1 /)
    const { summary, gate: held } = readRecord(join(run, 'run.json'))
    expect([summary.verdict, held?.differences.length]).toEqual(['failed', 2])
    expect(readFileSync(join(run, 'junit.xml'), 'utf8')).toContain('tests="3" failures="2" errors="0"')
    expect(readFileSync(join(directory, 'out.sarif'), 'utf8')).toContain('"ruleId": "baseline"')
    const again = await play(scenario, '--baseline', less)
    expect([again.code, again.stdout]).toEqual([1, expect.stringMatching(/\nFAILED {2}1 scenario: 1 passed/)])
    const back = await gate('--baseline', baseline)
    expect([back.code, readRecord(join(run, 'run.json')).summary.verdict]).toEqual([0, 'passed'])
  })

  test('behavior: the same code and world with another digest is flaky', async () => {
    await prepare()
    const flaky = await gate(
      '--baseline',
      writeOther(() => ({ digest: '0'.repeat(16) })),
    )
    expect([flaky.code, flaky.stdout]).toEqual([1, expect.stringMatching(/✗ flaky +0{16} /)])
  })

  test('behavior: what failed by itself fails, and that is said, though nothing differs', async () => {
    const [failing, its] = [join(directory, 'fails.yaml'), join(directory, 'fails.json')]
    writeFileSync(failing, SCENARIO.replace('committed: true', 'halted: true'))
    const failed = folderOf(await play(failing))
    await runCommand(['gate', '--run', failed, '--baseline', its, '--update'])
    const { code, stdout, stderr } = await runCommand(['gate', '--run', failed, '--baseline', its])
    expect([code, stdout]).toEqual([1, expect.stringContaining('nothing differs')])
    expect(stderr).toContain('failed: whatever the baseline holds, 0 of 1 scenario passed in ')
  })

  test('behavior: --update says what it accepts, and keeps the tolerances', async () => {
    await prepare()
    const path = writeOther(({ roundTrips }) => ({ roundTrips: roundTrips - 1 }))
    const before = JSON.parse(readFileSync(path, 'utf8')) as Baseline
    writeFileSync(path, JSON.stringify({ ...before, tolerances: { gasBps: 7 } }))
    const accepted = await gate('--baseline', path, '--update')
    expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringContaining('✗ round trips')])
    expect((JSON.parse(readFileSync(path, 'utf8')) as Baseline).tolerances).toEqual({ gasBps: 7 })
    expect((await gate('--baseline', path)).code).toBe(0)
  })

  test('behavior: a baseline of figures alone stays one when it is updated', async () => {
    await prepare()
    const path = join(directory, 'figures.json')
    const read = () => JSON.parse(readFileSync(path, 'utf8')) as Baseline
    await gate('--baseline', path, '--update', '--figures-only')
    const figures = read()
    expect([figures.figuresOnly, figures.code, figures.files]).toEqual([true, undefined, undefined])
    await gate('--baseline', path, '--update')
    expect(read()).toEqual(figures)
    expect((await gate('--baseline', path)).code).toBe(0)
  })

  test('behavior: the baseline that nobody names is that of the project, wherever the command is typed', async () => {
    await prepare()
    mkdirSync(join(directory, 'reports'))
    writeFileSync(join(directory, 'reports', 'baseline.json'), 'of another project')
    const { stdout, stderr } = await runCommand(['gate', '--run', run], { cwd: directory })
    expect(stdout + stderr).toContain('baseline')
    expect(stdout + stderr).not.toContain(join(directory, 'reports'))
  })

  test.each([
    ['no baseline', ['--baseline', '/nowhere.json'], 'there is no baseline'],
    ['no run', ['--run', 'nowhere'], 'there is no such run'],
  ])('error: BAD_USAGE, %s', async (_, args, message) => {
    await prepare()
    const { code, stderr } = await gate('--baseline', baseline, ...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test('error: BAD_USAGE before anything runs, when the baseline is of another seed', async () => {
    await prepare()
    const { code, stderr } = await runCommand(['run', scenario, '--seed', '2', '--baseline', baseline])
    expect([code, stderr]).toEqual([2, expect.stringContaining('not of the same seed and origin')])
    expect(stderr).not.toContain('report:')
  })
})

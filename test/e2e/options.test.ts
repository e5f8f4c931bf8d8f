import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Interrupted } from '../../harness/cli/interrupted.ts'
import { runCommand } from './command.ts'
import { runHere } from './run-here.ts'

const RUN = ['run', 'scenarios/scripted/permit-ttl/ttl-boundary.yaml']

test.each([
  [['--seed', ''], 'expected a seed'],
  [['--seed', ' '], 'expected a seed'],
  [['--workers', '0'], 'expected a whole number from 1 to 64'],
  [['--workers', '-1'], 'expected a whole number from 1 to 64'],
  [['--workers', '1e1'], 'expected a whole number from 1 to 64'],
  [['--workers', 'NaN'], 'expected a whole number from 1 to 64'],
  [['--coverage-min', '101'], 'expected a number from 0 to 100'],
  [['--coverage-min', '0x10'], 'expected a number from 0 to 100'],
  [['--shard', '0/2'], 'expected i/n'],
  [['--shard', '3/2'], 'expected i/n'],
  [['--shard', '1'], 'expected i/n'],
  [['--out', ''], 'expected a folder, found nothing'],
  [['--out', 'README.md/runs'], 'expected a folder, found a file'],
  [['--state-dir', 'README.md'], 'expected a folder, found a file'],
  [['--driver', 'direkt'], 'did you mean "direct"?'],
  [['--trace', 'faliures'], 'did you mean "failures"?'],
  [['--chain', 'bsae'], 'did you mean "base"?'],
  [['--last-failed', '--seed', '2'], "cannot be used with option '--seed"],
  [['--last-failed', '--chain', 'base'], "cannot be used with option '--chain"],
  [['--queue', 'http://host'], 'did you mean redis or rediss?'],
])('error: BAD_USAGE for %s', async (options, message) => {
  const { code, stdout, stderr } = await runHere([...RUN, ...options])
  expect(stderr).toContain(message)
  expect([code, stdout]).toEqual([2, ''])
})

test.each([
  ['run --stop-at 1 --baseline x.json', "cannot be used with option '--baseline"],
  ['gate --update --reporter quiet', "cannot be used with option '--reporter"],
  ['gate --figures-only', '--figures-only needs --update'],
  ['tools --tokens --missing', "cannot be used with option '--missing"],
  ['tools --kinds --missing', "cannot be used with option '--missing"],
  ['tools --count --no-wallet', "cannot be used with option '--no-wallet"],
  ['agent --model scripted/succeeds --chain base', "unknown option '--chain'"],
  ['bundle x --chain base', "unknown option '--chain'"],
  ['mutate --list --json', "cannot be used with option '--json"],
  ['mutate --list --generated --file x.yaml', "cannot be used with option '--file"],
])('error: BAD_USAGE for %s, of which one would not be heeded', async (words, message) => {
  const { code, stdout, stderr } = await runHere(words.split(' '))
  expect(stderr).toContain(message)
  expect([code, stdout]).toEqual([2, ''])
})

test.each([
  ['mutate --layer permti', 'did you mean "permit"?'],
  ['replay reports/reporters', 'a run directory or its run.json'],
  ['replay scenarios/scripted/permit-tl', 'did you mean "scenarios/scripted/permit-ttl"?'],
])('error: BAD_USAGE for %s, with what it may have been', async (words, message) => {
  const { code, stdout, stderr } = await runHere(words.split(' '))
  expect(stderr).toContain(message)
  expect([code, stdout]).toEqual([2, ''])
})

test('error: BAD_USAGE for --fork-block-number,5', async () => {
  const { code, stdout, stderr } = await runCommand([...RUN, '--fork-block-number', '5'])
  expect(stderr).toContain('--fork-block-number needs --rpc-url')
  expect([code, stdout]).toEqual([2, ''])
})

test('behavior: assay validate counts what is valid, on whatever chain', async () => {
  const { code, stdout } = await runHere(['validate', 'scenarios/scripted/chains/native-coin-bnb.yaml'])
  expect([code, stdout]).toEqual([0, '1 file is valid: 1 scenario, 0 goal tasks\n'])
})

test.each([
  ['list'],
  ['list', '--invariants'],
  ['validate'],
  ['tools'],
  ['compare', 'latest', 'latest'],
])('behavior: Ctrl-C ends assay %s before its end', async (...words) => {
  const outcome = await runHere(words, AbortSignal.abort(new Interrupted('SIGINT')))
  expect(outcome).toMatchObject({
    code: 130,
    stdout: '',
    stderr: 'interrupted by SIGINT before anything was written\n',
  })
})

test.each([
  ['run', '--filter', ''],
  ['run', '--anvil', ''],
  ['run', '--rpc-url', ''],
  ['run', '--record', ''],
  ['run', '--replay', ' '],
  ['run', '--baseline', ''],
  ['run', '--changed', ''],
  ['fuzz', '--corpus', ''],
  ['gate', '--run', ''],
  ['tools', '--config', ''],
  ['tools', '--count', ''],
  ['bundle', 'latest', '--out', ''],
  ['bundle', ''],
  ['replay', ''],
  ['compare', '', 'latest'],
  ['audit', 'verify', ''],
  ['keystore', 'new', ''],
  ['docs', 'steps', ''],
])('error: an empty value is none: assay %s %s %j', async (...words) => {
  const { code, stdout, stderr } = await runHere(words)
  expect(stderr).toMatch(/is invalid.* expected a value, found none; .*set the variable that it comes from/)
  expect([code, stdout]).toEqual([2, ''])
})

describe('assay list', () => {
  test('behavior: a scenario is one line, whatever its name says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-list-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const name = 'two\nlines'
    writeFileSync(join(folder, 'x.yaml'), JSON.stringify({ name, steps: [{ advance: '1s' }] }))
    const { code, stdout } = await runHere(['list', folder])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}\S+x\.yaml {2}two lines$/m)
  })

  test('behavior: what only a thorough run takes is listed with --thorough', async () => {
    const [shared, all] = await Promise.all(
      [[], ['--thorough']].map((options) => runHere(['list', 'scenarios/scripted/permit-ttl', ...options])),
    )
    expect([shared?.code, all?.code], all?.stderr).toEqual([0, 0])
    const [few = '', many = ''] = [shared, all].map((listed) => listed?.stdout)
    expect(many.split('\n')).toEqual(
      expect.arrayContaining(few.split('\n').filter((line) => line.includes('#'))),
    )
    expect(many.split('\n').length).toBeGreaterThan(few.split('\n').length)
  })

  test.each([
    [['scenarios/scripted/halt'], 'found:    scenarios/scripted/halt'],
    [['--filter', 'halt'], "cannot be used with option '--filter"],
    [['--chain', 'base'], "cannot be used with option '--chain"],
  ])('error: BAD_USAGE for --invariants %s, of which it would take nothing', async (words, message) => {
    const { code, stdout, stderr } = await runHere(['list', '--invariants', ...words])
    expect(stderr).toContain(message)
    expect([code, stdout]).toEqual([2, ''])
  })
})

describe('assay fuzz', () => {
  test.each([
    [['--runs', '0'], 'at least 1', '0'],
    [['--runs', '5x'], 'at least 1', '5x'],
    [['--time', '5x'], 'a duration above zero', '5x'],
    [['--time', '0s'], 'a duration above zero', '0s'],
    [['--runs', '5', '--time', '5s'], 'one of them', 'both'],
    [['--property', 'authorty'], 'authority', 'did you mean "authority"?'],
  ])('error: BAD_USAGE for %j', async (args, expected, found) => {
    const { code, stderr } = await runHere(['fuzz', ...args])
    expect(code).toBe(2)
    expect(stderr).toContain('BAD_USAGE')
    expect(stderr).toContain(expected)
    expect(stderr).toContain(found)
  })
})

import { spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { BIN, type CommandOutcome, runCommand } from './command.ts'
import { copyCheckout } from './copy-checkout.ts'

const PASSING =
  'name: wraps\nsteps:\n  - act: { kind: wrap, amount: 0.01 ETH }\n    expect: { committed: true }\n'
const FAILING = PASSING.replace('committed: true', 'denied: { code: PHASE_FORBIDS_CLASS }')

let checkout = ''
beforeAll(() => {
  checkout = copyCheckout()
  writeFileSync(join(checkout, 'scenarios/passing.yaml'), PASSING)
  writeFileSync(join(checkout, 'scenarios/failing.yaml'), FAILING)
})
afterAll(() => {
  spawnSync('chmod', ['-R', 'u+w', checkout])
  rmSync(checkout, { recursive: true, force: true })
})

/** Permissions bind nobody who is root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534 } : {}

const start = (args: readonly string[], options: Parameters<typeof runCommand>[1] = {}) =>
  runCommand(args, { bin: join(checkout, 'bin/assay.mjs'), cwd: checkout, ...options })

const expectNoStack = ({ stdout, stderr }: CommandOutcome) =>
  expect(stdout + stderr).not.toMatch(/^ {4}at |node:internal|Node\.js v/m)

describe.skipIf(!existsSync('/dev/full'))('a full device', () => {
  const onFull = async (channel: 'stdout' | 'stderr', args: readonly string[]) => {
    const full = openSync('/dev/full', 'w')
    try {
      return await start(args, { [channel]: full })
    } finally {
      closeSync(full)
    }
  }

  test.each([
    ['list', ['list'], 'passed'],
    ['tools', ['tools'], 'passed'],
    ['help', ['--help'], 'passed'],
    ['a run that passes', ['run', 'scenarios/passing.yaml', '--workers', '1'], 'passed'],
    ['a run that fails', ['run', 'scenarios/failing.yaml', '--workers', '1', '--reporter', 'json'], 'failed'],
    ['a file that is invalid', ['validate', 'package.json'], 'broken'],
  ])('behavior: stdout of %s: exit 2, and the verdict on stderr', async (_, args, verdict) => {
    const outcome = await onFull('stdout', args)
    expect(outcome.code, outcome.stderr).toBe(2)
    if (verdict !== 'broken') expect(outcome.stderr).toMatch(/OUTPUT_UNWRITABLE[\s\S]*stdout[\s\S]*do: /)
    if (verdict !== 'broken') expect(outcome.stderr).toContain(`verdict: ${verdict};`)
    expectNoStack(outcome)
  })

  test('behavior: stderr: exit 2, and the verdict on stdout', async () => {
    const outcome = await onFull('stderr', ['run', 'scenarios/passing.yaml', '--workers', '1'])
    expect(outcome.code).toBe(2)
    expect(outcome.stdout).toContain('PASSED')
  })
})

test('behavior: a reader that has seen enough ends a command quietly, as SIGPIPE does', () => {
  const { stdout, stderr } = spawnSync(
    'bash',
    ['-c', `"${process.execPath}" "${BIN}" list | head -1; echo "\${PIPESTATUS[0]}"`],
    { encoding: 'utf8' },
  )
  expect(stdout.trim().split('\n').at(-1)).toBe('141')
  expect(stderr).toBe('')
})

describe('folders that cannot be written', () => {
  test('behavior: of the reports: exit 2, before anything runs', async () => {
    rmSync(join(checkout, 'reports/runs'), { recursive: true, force: true })
    writeFileSync(join(checkout, 'reports/runs'), 'a file in the place of the folder')
    const outcome = await start(['run', 'scenarios/passing.yaml', '--workers', '1'])
    expect(outcome.code, outcome.stderr).toBe(2)
    expect(outcome.stdout).toBe('')
    expect(outcome.stderr).toMatch(/^error OUTPUT_UNWRITABLE[\s\S]*reports\/runs is no folder[\s\S]*do: /)
    expectNoStack(outcome)
    const doctor = await start(['doctor'])
    expect(doctor.code).toBe(2)
    expect(doctor.stdout).toMatch(/fails +runs /)
    expectNoStack(doctor)
    rmSync(join(checkout, 'reports/runs'))
  })

  test.runIf(existsSync('/proc')).each([
    ['the reports', ['run', 'scenarios/passing.yaml', '--out', '/proc/absent/out']],
    ['a report', ['run', 'scenarios/passing.yaml', '--reporter', 'json=/proc/absent/run.json']],
    ['the state', ['run', 'scenarios/passing.yaml', '--state-dir', '/proc/absent/state']],
  ])('behavior: of %s, where no folder can be made: exit 2, before anything runs', async (_, args) => {
    const outcome = await start(args)
    expect(outcome.code, outcome.stderr).toBe(2)
    expect(outcome.stdout).toBe('')
    expect(outcome.stderr).toMatch(
      /^error OUTPUT_UNWRITABLE[\s\S]*where: +\/proc\/absent[\s\S]*ENOENT[\s\S]*do: /,
    )
    expectNoStack(outcome)
  })

  test('behavior: a checkout that is read-only: exit 2, and what to do', async () => {
    rmSync(join(checkout, 'reports/runs'), { recursive: true, force: true })
    mkdirSync(join(checkout, 'reports/runs'), { recursive: true })
    spawnSync('chmod', ['-R', 'a-w', checkout])
    try {
      for (const args of [
        ['run', 'scenarios/passing.yaml', '--workers', '1'],
        ['fuzz', '--runs', '1'],
        ['doctor'],
        ['world', 'up', '--port', '0'],
      ]) {
        const outcome = await start(args, NOBODY)
        expect(outcome.code, `${args.join(' ')}\n${outcome.stdout}${outcome.stderr}`).toBe(2)
        expect(outcome.stdout + outcome.stderr).toMatch(/cannot be written[\s\S]*do: /)
        expect(outcome.stderr).not.toMatch(/passed|FAILED/)
        expectNoStack(outcome)
      }
    } finally {
      spawnSync('chmod', ['-R', 'u+w', checkout])
    }
  })

  test.each([
    ['run', 'scenarios/passing.yaml', '--out'],
    ['run', 'scenarios/passing.yaml', '--reporter', 'junit='],
    ['run', 'scenarios/passing.yaml', '--record'],
    ['fuzz', '--runs', '1', '--corpus'],
    ['agent', 'lp', '--model', 'scripted/follows', '--out'],
    ['mutate', '--layer', 'permit', '--page'],
  ])('behavior: a place that is closed: exit 2, before anything runs: %s %s %s', async (...args) => {
    const closed = mkdtempSync(join(tmpdir(), 'assay-closed-'))
    onTestFinished(() => rmSync(closed, { recursive: true, force: true }))
    const last = `${args.at(-1)}`
    const place = join(closed, 'place')
    const words = last.endsWith('=') ? [...args.slice(0, -1), last + place] : [...args, place]
    spawnSync('chmod', ['a-w', closed])
    spawnSync('chmod', ['-R', 'a+rwX', checkout])
    const { code, stdout, stderr } = await start(words, NOBODY)
    expect(code, stderr).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^error OUTPUT_UNWRITABLE[\s\S]*\/place[\s\S]*EACCES[\s\S]*do: /)
  })

  test('behavior: a checkout that is read-only runs with state and reports elsewhere', async () => {
    const caches = join(checkout, '.assay/cache')
    const elsewhere = mkdtempSync(join(tmpdir(), 'assay-elsewhere-'))
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
    cpSync(caches, join(elsewhere, 'state/cache'), { recursive: true })
    // Where it is known which origin it is, nothing that it consists of is asked for.
    rmSync(join(elsewhere, 'state/cache/derived'), { force: true })
    spawnSync('chmod', ['-R', 'a+rwX', elsewhere])
    for (const name of readdirSync(caches)) if (name.startsWith('solc-')) rmSync(join(caches, name))
    spawnSync('chmod', ['-R', 'a-w', checkout])
    try {
      const folders = ['--state-dir', join(elsewhere, 'state'), '--out', join(elsewhere, 'runs')]
      const outcome = await start(['run', 'scenarios/passing.yaml', '--workers', '1', ...folders], NOBODY)
      expect(outcome.code, outcome.stderr).toBe(0)
      expect(outcome.stdout).toContain('PASSED')
    } finally {
      spawnSync('chmod', ['-R', 'u+w', checkout])
    }
  })
})

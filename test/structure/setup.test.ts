import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const GENERATED = [
  'tools/core/generated/policy-cage-abi.ts',
  'tools/core/generated/probe.ts',
  'tools/profiles/generated/registry.ts',
  'tools/devtools/generated/registry.ts',
]

/** What npm leaves. */
const INSTALL =
  'mkdir -p node_modules/yaml && touch node_modules/yaml/index.js && cp package-lock.json node_modules/.package-lock.json'

/** Stands for what bundles packages. */
const BUNDLE = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { BUNDLE, computeKey, FILES_FILE, KEY_FILE, stampFile } from '../bin/packages.mjs'
appendFileSync('bundle.log', 'run\\n')
mkdirSync(BUNDLE, { recursive: true })
const stamps = { 'yaml/index.js': stampFile('node_modules/yaml/index.js') }
writeFileSync(BUNDLE + '/' + FILES_FILE, JSON.stringify(stamps))
writeFileSync(BUNDLE + '/' + KEY_FILE, computeKey())
`

/** Stands for what bundles sources. */
const BUNDLE_SOURCES = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { BUNDLES, LIST_FILE, stampFile } from '../bin/sources.mjs'
appendFileSync('sources.log', 'run\\n')
mkdirSync(BUNDLES + '/bundle', { recursive: true })
const files = { 'tools/one.ts': stampFile('tools/one.ts') }
writeFileSync(LIST_FILE, JSON.stringify({ folder: 'bundle', files, entries: {} }))
`

/** Stands still as soon as it has made a folder for the lock, until it may go on. */
const STALL = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { mkdirSync } = fs
fs.mkdirSync = (path, options) => {
  const made = mkdirSync(path, options)
  if (!path.includes('setup.lock')) return made
  fs.writeFileSync('stalled', path)
  while (!fs.existsSync('go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  return made
}
syncBuiltinESMExports()
`

let project = ''
const write = (file: string, text: string, mode = 0o644) => {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), text, { mode })
}
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'assay-setup-'))
  mkdirSync(join(project, 'scripts'))
  mkdirSync(join(project, 'bin'))
  for (const file of [
    'bin/packages.mjs',
    'bin/sources.mjs',
    'scripts/setup.mjs',
    'scripts/setup-lock.mjs',
    'package.json',
    'package-lock.json',
  ]) {
    copyFileSync(join(ROOT, file), join(project, file))
  }
  write('scripts/bundle-packages.mjs', BUNDLE)
  write('scripts/bundle-sources.mjs', BUNDLE_SOURCES)
  write('tools/one.ts', '')
  for (const file of GENERATED) write(file, '')
  useNpm(`echo run >> npm.log; sleep 0.3; ${INSTALL}`)
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

/** Put a program named npm first on PATH. */
const useNpm = (script: string) => write('fake/npm', `#!/bin/sh\n${script}\n`, 0o755)

function setUp(...args: string[]) {
  return watchSetUp(() => undefined, ...args)
}

const startSetUp = (args: readonly string[] = [], nodeOptions: readonly string[] = []) =>
  spawn(process.execPath, [...nodeOptions, 'scripts/setup.mjs', ...args], {
    cwd: project,
    env: { ...process.env, PATH: `${join(project, 'fake')}:${process.env.PATH}` },
  })

/** Run the set-up; `onStderr` sees what it says while it runs. */
function watchSetUp(onStderr: (text: string) => void, ...args: string[]) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = startSetUp(args)
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (data) => {
      output.stdout += data
    })
    child.stderr.on('data', (data) => {
      output.stderr += data
      onStderr(output.stderr)
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...output }))
  })
}
const countLines = (file: string) => readFileSync(join(project, file), 'utf8').trim().split('\n').length
const countInstalls = () => countLines('npm.log')
const lock = () => join(project, '.assay/setup.lock')

describe('set-up', () => {
  test('behavior: installs once, then does nothing', async () => {
    const first = await setUp()
    expect(first).toMatchObject({ code: 0, stdout: '' })
    expect(await setUp()).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(countInstalls()).toBe(1)
  })

  test('behavior: the Node that it has just installed runs the scripts', async () => {
    const own = `#!/bin/sh\necho run >> own-node.log\nexec '${process.execPath}' "$@"\n`
    write('own-node', own, 0o755)
    useNpm(`${INSTALL}; mkdir -p node_modules/.bin && mv own-node node_modules/.bin/node`)
    expect(await setUp()).toMatchObject({ code: 0 })
    expect([countLines('own-node.log'), countLines('bundle.log'), countLines('sources.log')]).toEqual([
      2, 1, 1,
    ])
  })

  test('behavior: processes at once install once', async () => {
    const results = await Promise.all([setUp(), setUp(), setUp(), setUp()])
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(countInstalls()).toBe(1)
  })

  test('behavior: another lockfile or dependency installs again, another script does not', async () => {
    await setUp()
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    write('package.json', JSON.stringify({ ...manifest, scripts: {} }))
    await setUp()
    expect(countInstalls()).toBe(1)
    write('package.json', JSON.stringify({ ...manifest, dependencies: {} }))
    await setUp()
    expect(countInstalls()).toBe(2)
    write('package-lock.json', '{}')
    await setUp()
    expect(countInstalls()).toBe(3)
  })

  test('behavior: an installation by hand counts', async () => {
    write('node_modules/.package-lock.json', '{}')
    write('node_modules/yaml/index.js', '')
    await setUp('--stamp')
    expect(await setUp()).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(existsSync(join(project, 'npm.log'))).toBe(false)
  })

  test('behavior: what is installed as a package, without a lockfile, notes nothing', async () => {
    rmSync(join(project, 'package-lock.json'))
    expect(await setUp('--stamp')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('behavior: packages are bundled once, and again when others are installed', async () => {
    await setUp()
    await setUp()
    expect(countLines('bundle.log')).toBe(1)
    write('node_modules/.package-lock.json', '{}')
    expect(await setUp()).toEqual({ code: 0, stdout: '', stderr: '' })
    expect([countLines('bundle.log'), countInstalls()]).toEqual([2, 1])
  })

  test('behavior: packages are bundled again when one is patched', async () => {
    await setUp()
    write('node_modules/yaml/index.js', 'patched')
    expect(await setUp()).toEqual({ code: 0, stdout: '', stderr: '' })
    await setUp()
    expect([countLines('bundle.log'), countInstalls()]).toEqual([2, 1])
  })

  test('behavior: sources are bundled once, again when one changes, and no set-up fails for what cannot be', async () => {
    await setUp()
    await setUp()
    expect(countLines('sources.log')).toBe(1)
    write('tools/one.ts', 'changed')
    expect(await setUp()).toEqual({ code: 0, stdout: '', stderr: '' })
    expect([countLines('sources.log'), countLines('bundle.log'), countInstalls()]).toEqual([2, 1, 1])
    write('tools/one.ts', 'changed again')
    write('scripts/bundle-sources.mjs', 'not a script')
    expect(await setUp()).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('behavior: a lock whose owner died is taken over, by one', async () => {
    write('.assay/setup.lock/owner.json', JSON.stringify({ pid: 2 ** 22 + 1, startTime: '' }))
    const results = await Promise.all([setUp(), setUp(), setUp()])
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(countInstalls()).toBe(1)
  })

  test('behavior: an id that the system gave to another process is no owner', async () => {
    write('.assay/setup.lock/owner.json', JSON.stringify({ pid: process.pid, startTime: '1' }))
    expect((await setUp()).code).toBe(0)
  })

  test('behavior: one that stands still while it takes the lock loses nothing, and takes nothing away', async () => {
    write('stall.mjs', STALL)
    const child = startSetUp([], ['--import', './stall.mjs'])
    const ended = once(child, 'close')
    await expect.poll(() => existsSync(join(project, 'stalled'))).toBe(true)
    // For however long.
    utimesSync(readFileSync(join(project, 'stalled'), 'utf8'), 0, 0)
    expect((await setUp()).code).toBe(0)
    write('go', '')
    expect(await ended).toEqual([0, null])
    expect([countInstalls(), existsSync(lock())]).toEqual([1, false])
  })

  test('behavior: a lock that names nobody is nobody’s', async () => {
    write('.assay/setup.lock/owner.json', '')
    expect((await setUp()).code).toBe(0)
  })

  test('behavior: a live owner is waited for, and named', async () => {
    write('.assay/setup.lock/owner.json', JSON.stringify({ pid: process.pid, startTime: '' }))
    let hasInstalled: boolean | undefined
    const { code, stderr } = await watchSetUp((said) => {
      // What it says afterwards may come when it has gone on.
      if (hasInstalled !== undefined || !said.includes(`process ${process.pid}`)) return
      hasInstalled = existsSync(join(project, 'npm.log'))
      rmSync(lock(), { recursive: true, force: true })
    })
    expect([code, hasInstalled]).toEqual([0, false])
    expect(stderr).toContain(`process ${process.pid}`)
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('behavior: %s ends what it installs with at once, whatever that is at, and gives the lock back', async (signal, exitCode) => {
    useNpm('trap "" INT TERM HUP; echo $$ > npm.pid.part; mv npm.pid.part npm.pid; exec sleep 60')
    const child = startSetUp()
    const ended = new Promise((resolve) => child.on('close', resolve))
    const pid = await vi.waitUntil(
      () => existsSync(join(project, 'npm.pid')) && Number(readFileSync(join(project, 'npm.pid'), 'utf8')),
      { timeout: 20_000 },
    )
    const end = () => process.kill(pid, 'SIGKILL')
    onTestFinished(() => {
      try {
        end()
      } catch {}
    })
    child.kill(signal)
    expect(await ended).toBe(exitCode)
    expect(end).toThrow('ESRCH')
    expect(existsSync(lock())).toBe(false)
  })

  test('behavior: a missing generated file is written', async () => {
    rmSync(join(project, 'tools/devtools/generated/registry.ts'))
    write(
      'scripts/generate-registry.ts',
      "require('fs').writeFileSync('tools/devtools/generated/registry.ts', '')",
    )
    write('scripts/package.json', '{"type":"commonjs"}')
    expect((await setUp()).code).toBe(0)
    expect(readFileSync(join(project, 'tools/devtools/generated/registry.ts'), 'utf8')).toBe('')
  })

  test('error: a checkout that cannot be written is said to be that, and is no finding', async () => {
    write('.assay', 'a file')
    const { code, stderr } = await setUp()
    expect(code).toBe(2)
    expect(stderr.replaceAll(project, '<project>')).toMatchInlineSnapshot(`
      "error: the set-up failed
        where:    <project>
        expected: a checkout in which .assay and node_modules can be written
        found:    EEXIST: file already exists, mkdir '<project>/.assay'
        do:       see whose these folders are and whether the disk is full, then run the command again
      "
    `)
  })

  test('error: a failed installation says what was tried and what to do, and is tried again', async () => {
    useNpm('echo "npm error network" >&2; exit 7')
    const { code, stdout, stderr } = await setUp()
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr.replaceAll(project, '<project>')).toMatchInlineSnapshot(`
      "installing what the lockfile names (once)…
      npm error network
      error: the set-up failed
        where:    <project>
        expected: \`npm ci --no-audit --no-fund --loglevel=error\` to succeed
        found:    exit code 7
        do:       see npm above; check the network and the registry, then run the command again
      "
    `)
    useNpm(`echo run >> npm.log; ${INSTALL}`)
    expect((await setUp()).code).toBe(0)
  })
})

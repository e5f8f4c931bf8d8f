// Makes a checkout ready to run: installs what the lockfile names, once. Runs on any Node from 18 on and needs no
// dependency, since there may be none yet. `--stamp` only notes that the installation is done: npm calls it after an
// `npm ci` by hand, so that the next start does not install again.
//
// Scripts that follow in package.json say `env node`: a shell remembers where it found `node` the first time, and
// the newer one that the installation brings would be passed over.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isUpToDate } from '../bin/packages.mjs'
import { findBundle } from '../bin/sources.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const lockfile = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.assay-stamp')

/** Files that are generated and must be there; each with the script that writes it. */
const GENERATED = {
  'tools/core/generated/policy-cage-abi.ts': 'scripts/generate-abi.ts',
  'tools/core/generated/probe.ts': 'scripts/generate-abi.ts',
  'tools/profiles/generated/registry.ts': 'scripts/generate-registry.ts',
  'tools/devtools/generated/registry.ts': 'scripts/generate-registry.ts',
}

/** What the installation depends on; scripts and the like may change without a new one. */
function computeStamp() {
  const hash = createHash('sha256').update(readFileSync(lockfile))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const key of [
    'dependencies',
    'devDependencies',
    'optionalDependencies',
    'overrides',
    'allowScripts',
  ]) {
    hash.update(`\n${key}:${JSON.stringify(manifest[key])}`)
  }
  return hash.digest('hex')
}

/** What ends a set-up. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === computeStamp()
const listMissing = () => Object.keys(GENERATED).filter((file) => !existsSync(join(root, file)))

if (process.argv.includes('--stamp')) {
  // What is installed as a package has no lockfile: npm packs none.
  if (existsSync(lockfile)) writeFileSync(stamp, computeStamp())
} else if (!isInstalled() || listMissing().length > 0 || !isUpToDate() || findBundle() === undefined) {
  // Loaded here, so that the usual case, nothing to do, stays cheap.
  const { takeLock } = await import('./setup-lock.mjs')
  const { spawn } = await import('node:child_process')
  const { constants } = await import('node:os')

  const fail = (said, expected, found, hint) => {
    console.error(
      [
        ...(said === '' ? [] : [said]),
        'error: the set-up failed',
        `  where:    ${root}`,
        `  expected: ${expected}`,
        `  found:    ${found}`,
        `  do:       ${hint}`,
      ].join('\n'),
    )
    process.exitCode = 2
    return false
  }
  let stoppedBy
  /** Run a program to its end; a signal to this process ends it at once with all that it started. */
  const watch = (program, args) =>
    new Promise((resolve) => {
      const stop = (signal) => {
        stoppedBy = signal
        try {
          // A polite signal lets npm unpack all that it has begun, minutes of it, and then roll back what the next `npm ci` begins anew.
          process.kill(-child.pid, 'SIGKILL')
        } catch {
          // All of it has ended already.
        }
      }
      // Before there is anything to end: a signal may come as soon as it runs.
      for (const signal of SIGNALS) process.on(signal, stop)
      const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
      const said = []
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data))
      const end = (isDone, found) => {
        for (const signal of SIGNALS) process.off(signal, stop)
        resolve({ isDone, said: Buffer.concat(said).toString(), found })
      }
      child.on('error', ({ message }) => end(false, message))
      child.on('close', (code, signal) =>
        end(code === 0, signal ? `killed by ${signal}` : `exit code ${code}`),
      )
    })
  const run = async (program, args, hint) => {
    const { isDone, said, found } = await watch(program, args)
    if (stoppedBy !== undefined) return false
    return isDone || fail(said.trim(), `\`${[program, ...args].join(' ')}\` to succeed`, found, hint)
  }
  const install = async () => {
    console.error('installing what the lockfile names (once)…')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
    if (
      !(await run(npm, args, 'see npm above; check the network and the registry, then run the command again'))
    )
      return false
    writeFileSync(stamp, computeStamp())
    return true
  }
  const own = join(root, 'node_modules', '.bin', 'node')
  /** The one that this process has just installed too: the Node that it runs with may be too old for the scripts. */
  const findNode = () => (existsSync(own) ? own : process.execPath)
  const generate = async () => {
    for (const script of new Set(listMissing().map((file) => GENERATED[file]))) {
      if (!(await run(findNode(), [script], 'restore the file, e.g. `git checkout`'))) return false
    }
    return isUpToDate() || run(findNode(), ['scripts/bundle-packages.mjs'], 'install again: `npm ci`')
  }

  /** Sources that cannot be bundled are loaded as they are, and then say what is wrong with them. */
  const bundle = async () =>
    findBundle() === undefined && (await watch(findNode(), ['scripts/bundle-sources.mjs']))

  try {
    const release = await takeLock(join(root, '.assay', 'setup.lock'))
    try {
      // The holder of the lock before may have done it already.
      if ((isInstalled() || (await install())) && (await generate())) await bundle()
    } finally {
      release()
    }
    if (stoppedBy !== undefined) process.exitCode = 128 + constants.signals[stoppedBy]
  } catch (error) {
    if (error.syscall === undefined) throw error
    // Exit code 1, with which an error that nobody catches ends, would say that scenarios failed.
    fail(
      '',
      'a checkout in which .assay and node_modules can be written',
      error.message,
      'see whose these folders are and whether the disk is full, then run the command again',
    )
  }
}

import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ONE_PROVIDER_ASSUMPTION } from '../../../tools/safety/evidence/confirmations.ts'
import { findBinary, readVersion } from '../../chain/binaries.ts'
import { reapOrphans } from '../../chain/process-ledger.ts'
import { writeAtomically } from '../../write-atomically.ts'
import { toHarnessError } from '../describe-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { findAnvil } from '../find-anvil.ts'
import type { CliIo } from '../io.ts'
import { REGRESSIONS_DIR, RUNS_DIR, STATE_DIR } from '../paths.ts'
import { serveUpstream } from '../upstream.ts'

/** One thing that has to be right, with what was found. */
interface Check {
  readonly name: string
  run(): string | Promise<string>
}

const require = createRequire(import.meta.url)

/** Options of `assay doctor`. */
export interface DoctorOptions {
  readonly anvil?: string
  readonly stateDir?: string
  readonly json?: boolean
}

/** Check everything that a run needs and say what to do about what is missing. */
export async function doctor(options: DoctorOptions, io: CliIo): Promise<number> {
  const { stateDir = STATE_DIR } = options
  const checks: Check[] = [
    { name: 'node', run: () => expectVersion(process.versions.node, 22) },
    { name: 'node:sqlite', run: () => `SQLite ${readSqliteVersion()}` },
    {
      name: 'anvil',
      run() {
        const binary = findAnvil(options.anvil)
        return `${readVersion(binary)} at ${binary}`
      },
    },
    { name: 'forge', run: () => readVersion(findBinary('forge', { searchPath: process.env.PATH ?? '' })) },
    { name: 'solc', run: () => (require('solc/package.json') as { version: string }).version },
    {
      name: 'leftovers',
      run() {
        const { pids } = reapOrphans(stateDir)
        return pids.length === 0 ? 'none' : `stopped ${pids.length} anvil of a killed run`
      },
    },
    ...[stateDir, RUNS_DIR, REGRESSIONS_DIR].map((folder) => ({
      name: basename(folder),
      run: () => probeFolder(folder),
    })),
    {
      name: 'origin',
      async run() {
        const served = await serveUpstream({ ...options, onProgress: io.progress, signal: io.signal })
        return `starts at block ${served.upstream.blockNumber}, world ${served.worldHash.slice(0, 12)}`
      },
    },
    // Scenarios may put a second one beside it.
    { name: 'providers', run: () => `one; ${ONE_PROVIDER_ASSUMPTION}` },
  ]
  const found: { readonly name: string; readonly isFine: boolean; readonly found: string }[] = []
  for (const { name, run } of checks) {
    io.signal.throwIfAborted()
    try {
      found.push({ name, isFine: true, found: await run() })
    } catch (error) {
      io.signal.throwIfAborted()
      found.push({ name, isFine: false, found: toHarnessError(error).message })
    }
    if (!options.json) printCheck(found.at(-1) as (typeof found)[number], io)
  }
  if (options.json) io.print(JSON.stringify(found, null, 2))
  return found.every(({ isFine }) => isFine) ? EXIT_CODES.pass : EXIT_CODES.broken
}

function printCheck(
  { name, isFine, found }: { readonly name: string; readonly isFine: boolean; readonly found: string },
  { print, colors }: CliIo,
): void {
  print(`${isFine ? `${colors.green('ok')}   ` : colors.red('fails')} ${name.padEnd(16)} ${found}`)
}

/** As large as a report of a few scenarios: what fails on a full disk. */
const PROBE_BYTES = 1 << 20

/** Write into a folder what is removed again. */
function probeFolder(folder: string): string {
  const isNew = !existsSync(folder)
  const path = join(folder, `.probe-${process.pid}`)
  try {
    writeAtomically(path, 'x'.repeat(PROBE_BYTES))
  } finally {
    rmSync(path, { force: true })
    if (isNew) rmSync(folder, { recursive: true, force: true })
  }
  return `${relative(process.cwd(), folder)} can be written`
}

function expectVersion(found: string, major: number): string {
  if (Number(found.split('.')[0]) >= major) return found
  throw new Error(
    `expected ${major} or later, found ${found}; run through \`./bin/assay.mjs\` or \`npm start\``,
  )
}

function readSqliteVersion(): string {
  const database = new DatabaseSync(':memory:')
  const row = database.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  database.close()
  return row.version
}

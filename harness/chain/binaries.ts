import { execFileSync } from 'node:child_process'
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { HarnessError } from '../errors.ts'
import { openKeptFacts } from '../kept-facts.ts'

/** A program of the Foundry tool chain. */
export type FoundryBinary = 'anvil' | 'forge'

const require = createRequire(import.meta.url)

/**
 * Find the native binary of a Foundry tool: a given path, else the npm package, else PATH.
 *
 * npm's `.bin` entries are wrappers that cost 100 ms and orphan their child when killed, so they are not used.
 *
 * @throws HarnessError ANVIL_MISSING naming everything that was tried
 */
export function findBinary(
  name: FoundryBinary,
  options: {
    /** The person's own choice; nothing else is tried then. */
    readonly override?: string
    /** The value of PATH. */
    readonly searchPath?: string
    /** Resolves a file of an npm package; `require.resolve` by default. */
    readonly resolve?: (file: string) => string
  } = {},
): string {
  const tried: string[] = []
  const isExecutable = (path: string) => {
    tried.push(path)
    try {
      accessSync(path, constants.X_OK)
      return statSync(path).isFile()
    } catch {
      return false
    }
  }
  if (options.override !== undefined) {
    if (isExecutable(options.override)) return options.override
    throw missing(name, tried)
  }
  const packageName = `@foundry-rs/${name}-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    const path = join(
      dirname((options.resolve ?? require.resolve)(`${packageName}/package.json`)),
      'bin',
      name,
    )
    if (isExecutable(path)) return path
  } catch {
    tried.push(`npm package ${packageName}`)
  }
  if (!options.searchPath) tried.push('PATH (empty or not given)')
  for (const directory of (options.searchPath ?? '').split(delimiter)) {
    if (directory === '' || directory.endsWith(join('node_modules', '.bin'))) continue
    if (isExecutable(join(directory, name))) return join(directory, name)
  }
  throw missing(name, tried)
}

const missing = (name: string, tried: readonly string[]) =>
  new HarnessError('ANVIL_MISSING', `no ${name} binary`, {
    expected: `an executable ${name}`,
    found: `none at ${tried.join(', ')}`,
    hint: `run \`npm ci\`, put ${name} 1.7 on PATH, or ${name === 'anvil' ? 'name it with --anvil <path>' : 'install Foundry'}`,
  })

/** How long a binary may take to say its version. */
const VERSION_TIMEOUT_MS = 10_000

/**
 * Read the version that a Foundry binary reports, e.g. "1.7.1"; "unknown" when it says none.
 *
 * @throws HarnessError ANVIL_START_FAILED when it does not run
 */
export function readVersion(binary: string): string {
  let output: string
  try {
    output = execFileSync(binary, ['--version'], {
      encoding: 'utf8',
      timeout: VERSION_TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (cause) {
    throw new HarnessError('ANVIL_START_FAILED', 'the binary does not run', {
      where: binary,
      expected: 'an answer to --version',
      found: cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause),
      hint: 'run it by hand; a binary for another platform or C library fails like this',
      cause,
    })
  }
  return /Version: ([^\s]+)/.exec(output)?.[1] ?? /(\d+\.\d+\.\d+\S*)/.exec(output)?.[1] ?? 'unknown'
}

/**
 * As {@link readVersion}; a binary that said it before, and is the same file still, is not started again. What starts
 * another file may start another version of it next time, and is asked each time.
 */
export function readKeptVersion(binary: string, stateDir: string): string {
  if (!isProgramItself(binary)) return readVersion(binary)
  const kept = openKeptFacts(join(stateDir, 'versions.json'))
  const version = kept.ask(binary, binary, readVersion)
  kept.save()
  return version
}

/** What a file of machine code begins with, as hex: ELF, Mach-O of one architecture and of several, PE. */
const MACHINE_CODE = /^(?:7f454c46|cefaedfe|cffaedfe|cafebabe|cafebabf|4d5a)/

const MAGIC_BYTES = 4

/** Whether a file holds the program: it is no script, and no link to a launcher, which goes by the name of the link. */
function isProgramItself(path: string): boolean {
  try {
    return basename(realpathSync(path)) === basename(path) && MACHINE_CODE.test(readMagic(path))
  } catch {
    // Whoever starts it says what is wrong with it.
    return false
  }
}

function readMagic(path: string): string {
  const file = openSync(path, 'r')
  try {
    const magic = Buffer.alloc(MAGIC_BYTES)
    readSync(file, magic)
    return magic.toString('hex')
  } finally {
    closeSync(file)
  }
}

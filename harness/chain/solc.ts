import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, posix, resolve } from 'node:path'
import type { Abi, Hex } from 'viem'
import { HarnessError } from '../errors.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { LinkReferences } from './artifacts.ts'
import { withCompilers } from './solc-threads.ts'

const require = createRequire(import.meta.url)

/** What solc makes of one contract. An interface has the bytecode `0x`. */
export interface CompiledContract {
  readonly abi: Abi
  /** Creation bytecode; with `linkReferences` it holds placeholders. */
  readonly bytecode: Hex
  /** Runtime bytecode, as a state override wants it. Immutables are zero. */
  readonly deployedBytecode: Hex
  readonly linkReferences?: LinkReferences
}

/** Where sources and the cache lie; the defaults suit a checkout. */
export interface CompileOptions {
  /** Folder that holds `tools/`, `harness/` and `node_modules/`. */
  readonly root?: string
  /** Folder of the cache; where it cannot be written, nothing is kept. */
  readonly cacheDir?: string
  /** Told about a cache entry that had to be rebuilt. */
  readonly onWarning?: (message: string) => void
  /** Told before parts are compiled, which takes a while. */
  readonly onCompiling?: () => void
}

/** One run of the compiler. */
export interface CompileUnit {
  /** Files below the root, or of packages that it finds (`@org/package/src/File.sol`). */
  readonly entries: readonly string[]
  /** Package of the compiler; `solc` unless told. */
  readonly compiler?: string
  /** Settings of solc's standard JSON that differ from the house's own. */
  readonly settings?: Readonly<Record<string, unknown>>
}

interface SolcOutput {
  readonly errors?: readonly { severity: string; formattedMessage: string }[]
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, SolcContract>>>>
}

interface SolcContract {
  readonly abi: Abi
  readonly evm: {
    readonly bytecode: { readonly object: string; readonly linkReferences: LinkReferences }
    readonly deployedBytecode: { readonly object: string }
  }
}

/** Contracts by their names. */
export type Contracts = Record<string, CompiledContract>

/** Where what the compiler made of this project's own contracts comes with the checkout: nobody waits for it then. */
export const GENERATED_CONTRACTS = 'harness/chain/generated'

/** The same settings as foundry.toml, so that tests and runtime see the same bytes. */
export const OWN_SETTINGS = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  viaIR: false,
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}

/**
 * Compile the contracts of some files, and the libraries that they are linked with, by contract name. Works offline
 * through solc-js, which is loaded only when neither the cache (`solc-<hash>.json`, by a hash of sources, settings and
 * compiler) nor the checkout has a sound entry.
 *
 * Errors: `COMPILE_FAILED`.
 *
 * @example const { PriceFeed } = compileUnit({ entries: ['harness/world/contracts/PriceFeed.sol'] })
 */
export function compileUnit(unit: CompileUnit, options: CompileOptions = {}): Contracts {
  const { places, compiler, input } = prepareUnit(unit, options)
  const known = findCompiled(places, options)
  if (known) return known

  const output: SolcOutput = JSON.parse(loadSolc(compiler).compile(JSON.stringify(input)))
  return keep(places, pickContracts([output], unit.entries))
}

/**
 * Compile as {@link compileUnit} does, and to the same, each file and each library in a part of its own, as many at a
 * time as there are cores: through the IR a contract takes as long as all of a unit without it.
 *
 * Errors: `COMPILE_FAILED`.
 */
export async function compileInParts(unit: CompileUnit, options: CompileOptions = {}): Promise<Contracts> {
  const { places, compiler, input } = prepareUnit(unit, options)
  const known = findCompiled(places, options)
  if (known) return known

  options.onCompiling?.()
  return withCompilers(async (solc) => {
    const parts = new Map<string, Promise<SolcOutput>>()
    const compilePart = (file: string): Promise<SolcOutput> => {
      const known = parts.get(file)
      if (known !== undefined) return known
      const settings = { ...input.settings, outputSelection: { [file]: { '*': OUTPUT } } }
      const part = solc
        .compile(require.resolve(compiler), JSON.stringify({ ...input, settings }))
        .then((text): SolcOutput => JSON.parse(text))
      parts.set(file, part)
      return part
    }
    const compileLinked = async (file: string): Promise<void> => {
      const { contracts = {} } = await compilePart(file)
      const linked = Object.values(contracts[file] ?? {}).flatMap(({ evm }) =>
        Object.keys(evm.bytecode.linkReferences),
      )
      await Promise.all(linked.filter((other) => !parts.has(other)).map(compileLinked))
    }
    await Promise.all(unit.entries.map(compileLinked))
    return keep(places, pickContracts(await Promise.all(parts.values()), unit.entries))
  })
}

/**
 * Compile units beside each other, as many at a time as there are cores, for {@link compileUnit} to find; it reads those
 * that are there already.
 *
 * Errors: `COMPILE_FAILED`.
 */
export async function compileAhead(
  units: readonly CompileUnit[],
  options: CompileOptions = {},
): Promise<void> {
  const prepared = new Map(
    units.map((unit) => {
      const { places, ...asked } = prepareUnit(unit, options)
      return [places.kept, { ...asked, places, entries: unit.entries }]
    }),
  )
  const missing = [...prepared.values()].filter(
    ({ places }) => ![places.kept, ...places.others].some(existsSync),
  )
  await Promise.all(
    missing.map(({ places, compiler, input, entries }) =>
      withCompilers(async (solc) => {
        const output = await solc.compile(require.resolve(compiler), JSON.stringify(input))
        keep(places, pickContracts([JSON.parse(output)], entries))
      }),
    ),
  )
}

/** Name the file in which what comes out of a unit is kept: it follows from its sources, its settings and the compiler. */
export const nameCompiled = (unit: CompileUnit, options: CompileOptions = {}): string =>
  basename(prepareUnit(unit, options).places.kept)

/** What is asked of solc for each contract. */
const OUTPUT = ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences', 'evm.deployedBytecode.object']

/** Where what comes out of a unit is kept, and where else it may be: with the checkout, and in its own cache. */
interface Places {
  readonly kept: string
  readonly others: readonly string[]
}

/** Say what goes into the compiler for a unit, and where what comes out is. */
function prepareUnit({ entries, compiler = 'solc', settings = {} }: CompileUnit, options: CompileOptions) {
  const root = resolve(options.root ?? join(import.meta.dirname, '../..'))
  const [own, generated] = [join(root, '.assay/cache'), join(root, GENERATED_CONTRACTS)]
  const cacheDir = resolve(options.cacheDir ?? own)
  // What is to come with the checkout is taken from nowhere else.
  const others = cacheDir === generated ? [] : [generated, own].filter((folder) => folder !== cacheDir)
  const input = {
    language: 'Solidity',
    sources: collectSources(root, entries),
    settings: { ...OWN_SETTINGS, ...settings, outputSelection: { '*': { '*': OUTPUT } } },
  }
  const version: string = require(`${compiler}/package.json`).version
  const hash = sha256(`${version}\n${JSON.stringify(input)}`)
  const name = `solc-${hash}.json`
  const places: Places = { kept: join(cacheDir, name), others: others.map((folder) => join(folder, name)) }
  return { places, compiler, input }
}

/** Entry files and everything that they import, by source unit name. */
function collectSources(root: string, entries: readonly string[]): Record<string, { content: string }> {
  const sources: Record<string, { content: string }> = {}
  // Of what is installed as a package, packages are beside it.
  const places = [root, ...(createRequire(join(root, 'package.json')).resolve.paths('@') ?? [])]
  const pending = entries.map((unit) => ({ unit, from: 'the list of contracts' }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { unit, from } = next
    if (unit in sources) continue
    const path = places.map((folder) => join(folder, unit)).find((file) => existsSync(file))
    if (path === undefined) {
      throw new HarnessError('COMPILE_FAILED', `${unit} is missing`, {
        where: from,
        hint: 'run npm ci, or mend the import',
      })
    }
    const content = readFileSync(path, 'utf8')
    sources[unit] = { content }
    for (const [, target = ''] of content.matchAll(/^\s*(?:import|\}\s*from)\b[^'";]*['"]([^'"]+)['"]/gm)) {
      const imported = target.startsWith('.') ? posix.join(posix.dirname(unit), target) : target
      pending.push({ unit: imported, from: unit })
    }
  }
  return Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** @throws HarnessError COMPILE_FAILED */
function assertCompiled({ errors: found = [] }: SolcOutput): void {
  const errors = found.filter((error) => error.severity === 'error')
  if (errors.length > 0) {
    throw new HarnessError(
      'COMPILE_FAILED',
      errors.map((error) => error.formattedMessage.trim()).join('\n'),
      {
        hint: 'mend the Solidity source',
      },
    )
  }
}

function loadSolc(compiler: string): { compile(input: string): string } {
  // Emscripten's runtime hooks into uncaught errors of the whole process; those are not the compiler's business.
  const events = ['uncaughtException', 'unhandledRejection'] as const
  const before = events.map((event) => new Set(process.listeners(event as 'uncaughtException')))
  const solc = require(compiler)
  for (const [index, event] of events.entries()) {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before[index]?.has(listener)) process.removeListener(event, listener)
    }
  }
  return solc
}

function pickContracts(outputs: readonly SolcOutput[], entries: readonly string[]): Contracts {
  for (const output of outputs) assertCompiled(output)
  const compiled = Object.assign({}, ...outputs.map((output) => output.contracts)) as Exclude<
    SolcOutput['contracts'],
    undefined
  >
  const contracts: Contracts = {}
  // Grows while it is walked: the libraries that a contract is linked with come along.
  const files = new Set(entries)
  for (const entry of files) {
    for (const [name, { abi, evm }] of Object.entries(compiled[entry] ?? {})) {
      if (name in contracts) {
        throw new HarnessError('COMPILE_FAILED', `two contracts are named ${name}`, {
          where: entry,
          hint: 'rename one of them',
        })
      }
      const linked = Object.keys(evm.bytecode.linkReferences)
      for (const file of linked) files.add(file)
      contracts[name] = {
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
        ...(linked.length > 0 ? { linkReferences: evm.bytecode.linkReferences } : {}),
      }
    }
  }
  return contracts
}

function findCompiled({ kept, others }: Places, { onWarning }: CompileOptions): Contracts | undefined {
  for (const place of [kept, ...others]) {
    const entry = readEntry(place, onWarning)
    if (entry !== undefined) return entry
  }
  return undefined
}

/** An entry, or undefined when there is none or its sha256 does not fit. */
function readEntry(path: string, onWarning: CompileOptions['onWarning']): Contracts | undefined {
  if (!existsSync(path)) return undefined
  try {
    const entry: { sha256: string; contracts: Contracts } = JSON.parse(readFileSync(path, 'utf8'))
    if (sha256(JSON.stringify(entry.contracts)) === entry.sha256) return entry.contracts
  } catch {
    // Not JSON: as corrupt as a wrong hash.
  }
  onWarning?.(`${path} is corrupt; compiling again`)
  return undefined
}

function keep({ kept }: Places, contracts: Contracts): Contracts {
  try {
    writeAtomically(kept, JSON.stringify({ sha256: sha256(JSON.stringify(contracts)), contracts }))
  } catch {
    // A state folder that cannot be written is named by what cannot do without it.
  }
  return contracts
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

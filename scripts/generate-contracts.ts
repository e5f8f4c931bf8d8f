import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  type CompiledContract,
  type CompileUnit,
  type Contracts,
  compileInParts,
  GENERATED_CONTRACTS,
  nameCompiled,
} from '../harness/chain/solc.ts'
import { STAND_UNIT } from '../harness/property/cage-alone/stand.ts'
import { listWorldUnits } from '../harness/world/compile.ts'
import { embeddedBook } from '../harness/world/embedded-book.ts'
import { listCompiled } from '../harness/world/origin.ts'
import { ORIGIN_CHAINS } from '../harness/world/origin-chains.ts'

// Compiles what the harness deploys of this project's own contracts, so that nobody waits for it. `--check` writes nothing
// and exits 1 when something is stale, or is not what Forge, which compiled the same sources by itself, made of them.

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, GENERATED_CONTRACTS)
const FORGE_OUT = join(ROOT, 'out')

/** What others publish is compiled where it is used: it is not ours to hand on. */
const isOwn = ({ entries }: CompileUnit) => entries.every((entry) => existsSync(join(ROOT, entry)))

const chains = Object.keys(ORIGIN_CHAINS) as (keyof typeof ORIGIN_CHAINS)[]
const units = [
  ...listWorldUnits(ROOT),
  ...chains.flatMap((chain) => listCompiled(embeddedBook(chain))),
  STAND_UNIT,
].filter(isOwn)
const named = new Map(units.map((unit) => [nameCompiled(unit, { root: ROOT }), unit]))
const found = existsSync(FOLDER) ? readdirSync(FOLDER) : []
const missing = [...named].filter(([name]) => !found.includes(name))
const leftOver = found.filter((name) => !named.has(name))

if (process.argv.includes('--check')) {
  const problems = [
    ...missing.map(([, { entries }]) => `what ${entries.join(', ')} compiles to is not there`),
    ...leftOver.map((name) => `${join(GENERATED_CONTRACTS, name)} is of no contract any more`),
    ...(missing.length === 0 ? [...named].flatMap(([name, unit]) => holdAgainstForge(name, unit)) : []),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
} else {
  mkdirSync(FOLDER, { recursive: true })
  await Promise.all(missing.map(([, unit]) => compileInParts(unit, { root: ROOT, cacheDir: FOLDER })))
  const unwritten = missing.find(([name]) => !existsSync(join(FOLDER, name)))
  if (unwritten) throw new Error(`${join(GENERATED_CONTRACTS, unwritten[0])} cannot be written`)
  for (const name of leftOver) rmSync(join(FOLDER, name))
}

/** Compare the contracts of a unit with those that Forge compiled: all of `tools/contracts`, and what it tests of protocols. */
function holdAgainstForge(name: string, { entries }: CompileUnit): string[] {
  const { contracts }: { contracts: Contracts } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
  const linked = Object.values(contracts).flatMap(({ linkReferences }) => Object.keys(linkReferences ?? {}))
  const files = [...new Set([...entries, ...linked])].filter((file) => file.startsWith('tools/'))
  return files.flatMap((file) => {
    const artifacts = readArtifacts(file)
    if (artifacts.size === 0 && file.startsWith('tools/contracts/')) {
      return [`Forge compiled nothing of ${file}: run npx forge build`]
    }
    return [...artifacts].flatMap(([contract, codes]) => {
      const own = contracts[contract]
      const isSame = own !== undefined && codes.some((code) => blank(code, own) === blank(own.bytecode, own))
      return isSame
        ? []
        : [`${file}: ${contract} is not what Forge compiles: ${name} was changed, or settings differ`]
    })
  })
}

interface Artifact {
  readonly bytecode: { readonly object: string }
  readonly metadata?: { readonly settings: { readonly compilationTarget: Readonly<Record<string, string>> } }
}

/** Read what Forge made of the contracts of a file, with each of the settings that it used for it. */
function readArtifacts(file: string): ReadonlyMap<string, readonly string[]> {
  const codes = new Map<string, string[]>()
  for (const path of globSync(join(FORGE_OUT, basename(file), '*.json'))) {
    const { bytecode, metadata }: Artifact = JSON.parse(readFileSync(path, 'utf8'))
    const contract = metadata?.settings.compilationTarget[file]
    if (contract !== undefined) codes.set(contract, [...(codes.get(contract) ?? []), bytecode.object])
  }
  return codes
}

/** Leave out of a bytecode where libraries are: Forge links them. */
function blank(code: string, { linkReferences = {} }: CompiledContract): string {
  const places = Object.values(linkReferences).flatMap((libraries) => Object.values(libraries).flat())
  const bytes = Buffer.from(code)
  for (const { start, length } of places) bytes.fill('_', 2 + 2 * start, 2 + 2 * (start + length))
  return bytes.toString()
}

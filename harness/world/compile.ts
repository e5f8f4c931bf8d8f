import { join, resolve } from 'node:path'
import {
  type CompileOptions,
  type CompileUnit,
  type Contracts,
  compileInParts,
  compileUnit,
} from '../chain/solc.ts'
import { HarnessError } from '../errors.ts'
import { listSources } from './list-sources.ts'

const CAGE_DIR = 'tools/contracts'
const WORLD_DIR = 'harness/world/contracts'

/** Those of this project: their sources do not change while a process runs. */
let own: Promise<Contracts> | undefined

/**
 * Compile what the runtime deploys: PolicyCage, OwnerGate and Probe of `tools/contracts` with the libraries that they
 * are linked with, and every contract of `harness/world/contracts`, by contract name.
 *
 * Errors: `COMPILE_FAILED`.
 *
 * @example const { PolicyCage } = await compileContracts()
 */
export function compileContracts(options: CompileOptions = {}): Promise<Contracts> {
  if (options.root !== undefined) return compileAll(options)
  own ??= compileAll(options)
  return own
}

/** What the runtime deploys, without what protocols add. */
export const listWorldUnits = (root: string): readonly CompileUnit[] =>
  [
    {
      entries: [`${CAGE_DIR}/PolicyCage.sol`, `${CAGE_DIR}/OwnerGate.sol`, `${CAGE_DIR}/Probe.sol`],
      settings: { viaIR: true },
    },
    { entries: listSolidity(root, WORLD_DIR) },
  ].filter(({ entries }) => entries.length > 0)

async function compileAll(options: CompileOptions): Promise<Contracts> {
  const root = resolve(options.root ?? join(import.meta.dirname, '../..'))
  const all: Contracts = {}
  for (const unit of listWorldUnits(root)) {
    const compile = unit.settings?.viaIR ? compileInParts : compileUnit
    for (const [name, contract] of Object.entries(await compile(unit, { ...options, root }))) {
      if (name in all) {
        throw new HarnessError('COMPILE_FAILED', `two contracts are named ${name}`, {
          where: `${CAGE_DIR}, ${WORLD_DIR}`,
          hint: 'rename one of them',
        })
      }
      all[name] = contract
    }
  }
  return all
}

const listSolidity = (root: string, folder: string): string[] =>
  listSources(root, [folder]).filter((file) => file.endsWith('.sol'))

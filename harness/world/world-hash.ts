import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { toCanonicalJson } from '../../tools/core/json.ts'
import { readPackageVersion } from '../chain/artifacts.ts'
import type { CompiledContract } from '../chain/solc.ts'
import { listDeployed } from '../protocols/list-deployed.ts'
import { defaultPolicy } from './default-policy.ts'
import { digestFiles } from './digest-files.ts'
import { listLoaded } from './list-loaded.ts'
import { listSources } from './list-sources.ts'
import { CONTRACT_PACKAGES } from './populate-origin.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Folders whose sources make a world what it is, whatever loads them; of the stack, the Solidity. */
const FOLDERS = ['harness/protocols', 'harness/world', 'tools/contracts', 'tools/protocols']

/** What builds it; all that this loads counts too. */
const BUILDER = 'harness/world/origin.ts'

/** Parts of a testbed that are loaded on demand, when its world stands already, and what is no part of a world. */
const NO_PART =
  /^harness\/protocols\/[^/]+\/(model|draw|attack)(\.ts$|\/)|^tools\/.*(\.ts$|\/templates\/)|\.t(est)?\.(ts|sol)$/

/** Lists of all that agents have, of which what makes a world is hashed by itself, and what errors say. */
const NO_WORLD = /^tools\/profiles\/|^tools\/protocols\/[^/]+\/protocol\.ts$|^tools\/core\/errors/

/** List the sources that a world is made of. */
export function listWorldSources(): readonly string[] {
  const beside = listSources(ROOT, FOLDERS).filter((file) => !NO_PART.test(file))
  const loaded = listLoaded(ROOT, BUILDER, (path) => NO_WORLD.test(path))
  return [...new Set([...beside, ...loaded])]
}

/**
 * Hash all that a world is made of: the sources of this folder, of the testbeds and of all that builds it, the contract
 * packages and compilers, the compiled contracts, the addresses, the protocols and the default policy, and what tells its
 * origin from others (the version of anvil, or chain and block).
 */
export function hashWorld(
  contracts: Readonly<Record<string, CompiledContract>>,
  book: AddressBook,
  origin: object,
): string {
  const testbeds = listDeployed(book)
  const compilers = testbeds.flatMap(([, { compiles = [] }]) =>
    compiles.map(({ compiler = 'solc' }) => compiler),
  )
  const packages = [...new Set([...CONTRACT_PACKAGES, 'solc', ...compilers])]
  const content = {
    origin,
    sources: digestFiles(ROOT, listWorldSources()),
    packages: packages.map((name) => [name, readPackageVersion(name)]),
    book,
    protocols: testbeds.map(([id]) => id),
    policy: defaultPolicy(book),
    contracts: Object.entries(contracts).map(([name, contract]) => [name, contract.bytecode]),
  }
  return createHash('sha256').update(toCanonicalJson(content)).digest('hex')
}

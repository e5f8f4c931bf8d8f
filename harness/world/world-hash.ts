import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { toCanonicalJson } from '../../tools/core/json.ts'
import { readPackageVersion } from '../chain/artifacts.ts'
import type { CompiledContract } from '../chain/solc.ts'
import { defaultPolicy } from './default-policy.ts'
import { digestFiles } from './digest-files.ts'
import { listSources } from './list-sources.ts'
import { CONTRACT_PACKAGES } from './populate-origin.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Folders whose sources make a world what it is; of the stack, the Solidity. */
const FOLDERS = ['harness/protocols', 'harness/world', 'tools/contracts', 'tools/protocols']

/** What places contracts on it. */
const BUILDER = 'harness/chain/chain-builder.ts'

/** Parts of a testbed that are loaded on demand, when its world stands already, and what is no part of a world. */
const NO_PART =
  /^harness\/protocols\/[^/]+\/(model|draw|attack)(\.ts$|\/)|^tools\/.*(\.ts$|\/templates\/)|\.t(est)?\.(ts|sol)$/

/**
 * Hash all that a world is made of: the sources of this folder, of the testbeds and of what places them, the contract packages, the compiled contracts, the default policy and
 * what tells its origin from others (the version of anvil, or chain and block).
 */
export function hashWorld(
  contracts: Readonly<Record<string, CompiledContract>>,
  book: AddressBook,
  origin: object,
): string {
  const files = listSources(ROOT, FOLDERS).filter((file) => !NO_PART.test(file))
  const sources = digestFiles(ROOT, [...files, BUILDER])
  const content = {
    origin,
    sources,
    packages: CONTRACT_PACKAGES.map((name) => [name, readPackageVersion(name)]),
    policy: defaultPolicy(book),
    contracts: Object.entries(contracts).map(([name, contract]) => [name, contract.bytecode]),
  }
  return createHash('sha256').update(toCanonicalJson(content)).digest('hex')
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toCanonicalJson } from '../../tools/core/json.ts'
import { readPackageVersion } from './artifacts.ts'
import type { CompiledContract } from './compile.ts'
import { CONTRACT_PACKAGES } from './populate-origin.ts'

/**
 * Hash all that a world is made of: the sources of this folder, the contract packages, the compiled contracts and
 * what tells its origin from others (the version of anvil, or chain and block).
 */
export function hashWorld(contracts: Readonly<Record<string, CompiledContract>>, origin: object): string {
  const sources = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')])
  const content = {
    origin,
    sources,
    packages: CONTRACT_PACKAGES.map((name) => [name, readPackageVersion(name)]),
    contracts: Object.entries(contracts).map(([name, contract]) => [name, contract.bytecode]),
  }
  return createHash('sha256').update(toCanonicalJson(content)).digest('hex')
}

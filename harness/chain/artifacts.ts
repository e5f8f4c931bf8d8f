import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Address, Hex } from 'viem'
import { HarnessError } from '../errors.ts'

/** Where in a bytecode the addresses of libraries go: file → library → byte offsets. */
export type LinkReferences = Readonly<
  Record<string, Readonly<Record<string, readonly { start: number; length: number }[]>>>
>

/** A contract as a package publishes it, ready to deploy. */
export interface Artifact {
  readonly name: string
  readonly abi: Abi
  readonly bytecode: Hex
}

interface ArtifactFile {
  readonly abi: Abi
  readonly bytecode: string | { readonly object: string; readonly linkReferences?: LinkReferences }
  readonly linkReferences?: LinkReferences
}

const require = createRequire(import.meta.url)

/**
 * Load a contract artifact (Hardhat, Truffle or Foundry JSON) from an installed package and link its libraries.
 *
 * @throws HarnessError DEPLOY_FAILED naming the package that is missing, or the library without an address.
 * @example loadArtifact('@openzeppelin/contracts/build/contracts/ERC1967Proxy.json')
 */
export function loadArtifact(path: string, libraries: Readonly<Record<string, Address>> = {}): Artifact {
  const file = requireFromPackage<ArtifactFile>(path)
  const name = path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
  const object = typeof file.bytecode === 'string' ? file.bytecode : file.bytecode.object
  const references =
    file.linkReferences ?? (typeof file.bytecode === 'string' ? {} : (file.bytecode.linkReferences ?? {}))
  return { name, abi: file.abi, bytecode: link(name, prefix(object), references, libraries) }
}

/**
 * Load a contract of a package that publishes its interface and its creation code (`creationCode`) as files apart.
 *
 * @throws HarnessError DEPLOY_FAILED naming the package that is missing.
 */
export function loadSplitArtifact(abiPath: string, codePath: string): Artifact {
  const name = abiPath.slice(abiPath.lastIndexOf('/') + 1, -'.json'.length)
  const { creationCode } = requireFromPackage<{ creationCode: string }>(codePath)
  return { name, abi: requireFromPackage<Abi>(abiPath), bytecode: prefix(creationCode) }
}

/**
 * Read the version of an installed package.
 *
 * @throws HarnessError DEPLOY_FAILED when it is missing.
 */
export const readPackageVersion = (packageName: string): string =>
  JSON.parse(readPackageText(packageName, 'package.json')).version

/**
 * Read a file of an installed package as text, whatever its `exports` map shows.
 *
 * @throws HarnessError DEPLOY_FAILED when it is missing.
 */
export function readPackageText(packageName: string, path: string): string {
  for (const folder of require.resolve.paths(packageName) ?? []) {
    try {
      return readFileSync(join(folder, packageName, path), 'utf8')
    } catch {
      // Not in this node_modules folder.
    }
  }
  throw missing(`${packageName}/${path}`, packageName)
}

function requireFromPackage<T>(path: string): T {
  return require(resolveFromPackage(path)) as T
}

/**
 * Find a file of an installed package.
 *
 * @throws HarnessError DEPLOY_FAILED naming the package that is missing.
 */
export function resolveFromPackage(path: string): string {
  try {
    return require.resolve(path)
  } catch (cause) {
    throw missing(path, path.split('/', path.startsWith('@') ? 2 : 1).join('/'), cause)
  }
}

const missing = (path: string, packageName: string, cause?: unknown) =>
  new HarnessError('DEPLOY_FAILED', `the package ${packageName} does not provide a contract`, {
    expected: path,
    found: 'nothing there',
    hint: `run \`npm ci\` to install ${packageName}`,
    cause,
  })

const prefix = (object: string): Hex => (object.startsWith('0x') ? (object as Hex) : `0x${object}`)

/**
 * Put the addresses of libraries, by name, into a creation bytecode.
 *
 * @throws HarnessError DEPLOY_FAILED naming the library without an address.
 */
export function link(
  name: string,
  bytecode: Hex,
  references: LinkReferences,
  libraries: Readonly<Record<string, Address>>,
): Hex {
  let linked: string = bytecode
  for (const file of Object.values(references)) {
    for (const [library, places] of Object.entries(file)) {
      const address = libraries[library]
      if (address === undefined) {
        throw new HarnessError('DEPLOY_FAILED', `${name} needs the library ${library}`, {
          expected: `an address for ${library}`,
          found: `addresses for: ${Object.keys(libraries).join(', ') || 'none'}`,
          hint: `deploy ${library} first and pass its address`,
        })
      }
      for (const { start, length } of places) {
        const offset = 2 + start * 2
        linked = linked.slice(0, offset) + address.slice(2).toLowerCase() + linked.slice(offset + length * 2)
      }
    }
  }
  return linked as Hex
}

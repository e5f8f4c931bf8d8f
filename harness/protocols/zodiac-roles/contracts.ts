import { type Address, type Hex, parseAbi, parseTransaction, type TransactionSerializedLegacy } from 'viem'
import { type Artifact, readPackageText } from '../../chain/artifacts.ts'
import { HarnessError } from '../../errors.ts'

/** Packages that publish what is deployed. Both keep bytecode in modules for ethers, so that these are read as text. */
export const PACKAGES = { roles: 'zodiac-roles-sdk', core: '@gnosis-guild/zodiac-core' } as const

const TYPECHAIN = 'build/typechain-DJeCRYlC.js'
const FACTORIES = 'typechain-types/factories/contracts'

/** Places in the bytecode of Roles where the address of a library goes (`Roles__factory.linkBytecode`). */
const LIBRARY_MARKS = {
  integrity: '__$2cd9b773a3c3e0b461f7ad54b09f46e6ae$__',
  packer: '__$1416e18a31f8412bde5440018f19e21267$__',
} as const

/** Addresses of the libraries of Roles. */
export type RolesLibraries = Readonly<Record<keyof typeof LIBRARY_MARKS, Address>>

/** Find what a pattern captures in a published text. @throws HarnessError DEPLOY_FAILED */
function findIn(text: string, pattern: RegExp, subject: string): string {
  const found = pattern.exec(text)?.[1]
  if (found !== undefined) return found
  throw new HarnessError('DEPLOY_FAILED', `no bytecode of ${subject}`, {
    expected: `text of the form ${pattern.source}`,
    found: 'none in the published file',
    hint: 'the version of the package changed: see where it keeps its bytecode now',
  })
}

function readContract(file: string, subject: string): string {
  const text = readPackageText(PACKAGES.roles, TYPECHAIN)
  const start = text.indexOf(`//#region ../evm/${FACTORIES}/${file}__factory.ts`)
  return findIn(text.slice(Math.max(start, 0)), /\bconst _bytecode(?:\$\d+)? = "(0x[^"]+)"/, subject)
}

/** Load a library of Roles. */
export const loadLibrary = (name: keyof typeof LIBRARY_MARKS): Artifact => ({
  name,
  abi: [],
  bytecode: readContract(name === 'packer' ? 'packers/Packer' : 'Integrity', name) as Hex,
})

/** Load the Roles modifier, linked to its libraries. */
export function loadRoles(libraries: RolesLibraries): Artifact {
  const linked = Object.entries(LIBRARY_MARKS).reduce(
    (code, [name, mark]) =>
      code.replaceAll(mark, libraries[name as keyof RolesLibraries].slice(2).toLowerCase()),
    readContract('Roles', 'Roles'),
  )
  return {
    name: 'Roles',
    abi: parseAbi(['constructor(address owner, address avatar, address target)']),
    bytecode: linked as Hex,
  }
}

/** Load the singleton factory of ERC-2470: what its one transaction, which anybody may send, creates. */
export function loadSingletonFactory(): Artifact {
  const text = readPackageText(PACKAGES.core, 'dist/cjs/factory/erc2470Factory.js')
  const signed = findIn(text, /signedDeployTransaction = "(0x[0-9a-f]+)"/, 'the singleton factory')
  const { data } = parseTransaction(signed as TransactionSerializedLegacy)
  return { name: 'SingletonFactory', abi: [], bytecode: data ?? '0x' }
}

/** Load the factory of modules' proxies, with the salt that puts it at its address. */
export function loadProxyFactory(): { readonly bytecode: Hex; readonly salt: Hex } {
  const text = readPackageText(PACKAGES.core, 'dist/cjs/factory/proxyFactory.js')
  return {
    bytecode: findIn(text, /exports\.bytecode = "(0x[0-9a-f]+)"/, 'ModuleProxyFactory') as Hex,
    salt: findIn(text, /exports\.salt = "(0x[0-9a-f]{64})"/, 'ModuleProxyFactory') as Hex,
  }
}

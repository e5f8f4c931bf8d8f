import { type Abi, type Address, type Hex, parseAbi } from 'viem'
import { type Artifact, readPackageText } from '../../chain/artifacts.ts'
import { HarnessError } from '../../errors.ts'

/** The package that publishes the framework's bytecode, a file a contract. */
export const PACKAGE = '@metamask/delegation-abis'

/** Place in the bytecode of HybridDeleGator where the address of its library goes. */
const LIBRARY_MARK = '__$b8f96b288d4d0429e38b8ed50fd423070f$__'

const CONSTRUCTORS = {
  DelegationManager: parseAbi(['constructor(address owner)']),
  HybridDeleGator: parseAbi(['constructor(address delegationManager, address entryPoint)']),
  ERC1967Proxy: parseAbi(['constructor(address implementation, bytes data)']),
} as const satisfies Record<string, Abi>

/** Load a contract of the framework. @throws HarnessError DEPLOY_FAILED */
export function loadContract(name: string, library?: Address): Artifact {
  const text = readPackageText(PACKAGE, `dist/bytecode/${name}.cjs`)
  const found = /"(0x[0-9a-f_$]+)"/.exec(text)?.[1]
  if (found === undefined) {
    throw new HarnessError('DEPLOY_FAILED', `no bytecode of ${name}`, {
      expected: 'bytecode in quotes',
      found: 'none in the published file',
      hint: 'the version of the package changed: see where it keeps its bytecode now',
    })
  }
  const bytecode = library ? found.replaceAll(LIBRARY_MARK, library.slice(2).toLowerCase()) : found
  const abi = Object.hasOwn(CONSTRUCTORS, name) ? CONSTRUCTORS[name as keyof typeof CONSTRUCTORS] : []
  return { name, abi, bytecode: bytecode as Hex }
}

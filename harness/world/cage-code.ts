import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, concatHex, encodeAbiParameters, getCreate2Address, type Hex, zeroHash } from 'viem'
import { keccak256 } from '../../tools/core/keccak256.ts'
import { type CompileUnit, compileUnit } from '../chain/solc.ts'
import { HarnessError } from '../errors.ts'

/** Code that a cage trusts: a reader or a checker, with the addresses that its constructor takes. */
export interface CageCode {
  /** Folder of the protocol that it belongs to. */
  readonly protocol: string
  readonly contract: string
  readonly args: readonly Address[]
}

/** Where code lies, and what a cage knows it by; the ABI's `Code`. */
export interface PlacedCode {
  readonly at: Address
  readonly hash: Hex
}

/** The usual CREATE2 deployer, which anvil comes with. Source: github.com/Arachnid/deterministic-deployment-proxy. */
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const ROOT = join(import.meta.dirname, '../..')
const bytecodes = new Map<string, Hex>()
const creations = new Map<string, Hex>()
/** Hashing a contract takes a millisecond, and every cage asks for the same ones. */
const addresses = new Map<Hex, Address>()

/** Say where code lies on every chain: it follows from its bytecode and arguments alone. */
export const addressOfCode = (code: CageCode): Address => addressOfCreation(creationOf(code))

/** Say where creation bytecode leaves its code on every chain. */
export function addressOfCreation(bytecode: Hex): Address {
  const address =
    addresses.get(bytecode) ??
    getCreate2Address({ from: CREATE2_DEPLOYER, salt: zeroHash, bytecodeHash: keccak256(bytecode) })
  addresses.set(bytecode, address)
  return address
}

const PLACES = ['tools/protocols/*/contracts', 'tools/contracts/readers']
const unitOf = (path: string): CompileUnit => ({ entries: [path] })

/** List what is compiled of all code that cages trust. */
export const listCageUnits = (): readonly CompileUnit[] =>
  globSync(
    PLACES.map((folder) => `${folder}/*{Checker,Reader,Scheme}.sol`),
    { cwd: ROOT },
  ).map((path) => unitOf(path.replaceAll('\\', '/')))

/**
 * Put together the creation bytecode of code that a cage trusts.
 *
 * @throws HarnessError COMPILE_FAILED when there is no such contract
 */
export function creationOf(code: CageCode): Hex {
  const key = [code.protocol, code.contract, ...code.args].join()
  const creation = creations.get(key) ?? putTogether(code)
  creations.set(key, creation)
  return creation
}

function putTogether({ protocol, contract, args }: CageCode): Hex {
  const path = PLACES.map((folder) => `${folder.replace('*', protocol)}/${contract}.sol`).find((file) =>
    existsSync(join(ROOT, file)),
  )
  if (path === undefined) {
    throw new HarnessError('COMPILE_FAILED', `${protocol} has no contract ${contract}`, {
      expected: `tools/protocols/${protocol}/contracts/${contract}.sol`,
      hint: "mend the name under `cage` in the protocol's protocol.ts",
    })
  }
  let bytecode = bytecodes.get(path)
  if (bytecode === undefined) {
    bytecode = compileUnit(unitOf(path), { root: ROOT })[contract]?.bytecode ?? '0x'
    bytecodes.set(path, bytecode)
  }
  return concatHex([
    bytecode,
    encodeAbiParameters(
      args.map(() => ({ type: 'address' })),
      [...args],
    ),
  ])
}

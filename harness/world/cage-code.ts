import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  keccak256,
  zeroHash,
} from 'viem'
import { compileUnit } from '../chain/solc.ts'
import { HarnessError } from '../errors.ts'
import type { FixtureChain } from './deploy-cage.ts'

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
const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const ROOT = join(import.meta.dirname, '../..')
const creations = new Map<string, Hex>()

/** Say where code lies on every chain: it follows from its bytecode and arguments alone. */
export const addressOfCode = (code: CageCode): Address => addressOfCreation(creationOf(code))

/** Code on a chain, and the transaction that creates it where it is not there yet. */
export type FoundCode = PlacedCode & { readonly create?: { readonly to: Address; readonly data: Hex } }

/**
 * Find code on a chain, and what creates it where it is not there yet.
 *
 * @throws HarnessError COMPILE_FAILED when there is no such contract
 */
export const placeCode = (chain: Pick<FixtureChain, 'rpc'>, code: CageCode): Promise<FoundCode> =>
  placeCreation(chain, creationOf(code))

/** Find the code that creation bytecode leaves, wherever the usual deployer puts it. */
export async function placeCreation({ rpc }: Pick<FixtureChain, 'rpc'>, creation: Hex): Promise<FoundCode> {
  const at = addressOfCreation(creation)
  const found = await rpc.request<Hex>('eth_getCode', [at, 'latest'])
  if (found !== '0x') return { at, hash: hashOf(found) }
  const runtime = await rpc.request<Hex>('eth_call', [{ data: creation }, 'latest'])
  return { at, hash: hashOf(runtime), create: { to: DEPLOYER, data: concatHex([zeroHash, creation]) } }
}

const addressOfCreation = keepPerText(
  (bytecode: Hex): Address =>
    getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, salt: zeroHash, bytecode }),
)
const hashOf = keepPerText((code: Hex): Hex => keccak256(code))

/** Hashing a contract takes a millisecond, and every cage asks for the same ones. */
function keepPerText<T>(compute: (text: Hex) => T): (text: Hex) => T {
  const kept = new Map<Hex, T>()
  return (text) => {
    const known = kept.get(text) ?? compute(text)
    kept.set(text, known)
    return known
  }
}

function creationOf({ protocol, contract, args }: CageCode): Hex {
  const path = [`tools/protocols/${protocol}/contracts`, 'tools/contracts/readers']
    .map((folder) => `${folder}/${contract}.sol`)
    .find((file) => existsSync(join(ROOT, file)))
  if (path === undefined) {
    throw new HarnessError('COMPILE_FAILED', `${protocol} has no contract ${contract}`, {
      expected: `tools/protocols/${protocol}/contracts/${contract}.sol`,
      hint: "mend the name under `cage` in the protocol's protocol.ts",
    })
  }
  let bytecode = creations.get(path)
  if (bytecode === undefined) {
    bytecode = compileUnit({ entries: [path] }, { root: ROOT })[contract]?.bytecode ?? '0x'
    creations.set(path, bytecode)
  }
  return concatHex([
    bytecode,
    encodeAbiParameters(
      args.map(() => ({ type: 'address' })),
      [...args],
    ),
  ])
}

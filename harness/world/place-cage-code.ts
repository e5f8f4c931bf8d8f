import { type Address, concatHex, type Hex, zeroAddress, zeroHash } from 'viem'
import { keccak256 } from '../../tools/core/keccak256.ts'
import { link } from '../chain/artifacts.ts'
import type { CompiledContract } from '../chain/solc.ts'
import { HarnessError } from '../errors.ts'
import { ACTORS } from './actors.ts'
import {
  addressOfCode,
  addressOfCreation,
  type CageCode,
  CREATE2_DEPLOYER,
  creationOf,
  type PlacedCode,
} from './cage-code.ts'
import { compileContracts } from './compile.ts'
import type { CagePolicy } from './default-policy.ts'
import { type FixtureChain, mineAll, type SetupTransaction } from './mine-all.ts'

/** What a cage is created with, on a chain that holds the code it trusts. */
export interface CageParts {
  /** Creation bytecode of the cage, linked. */
  readonly cage: CompiledContract
  /** Say what a cage knows trusted code by; none is the zero address. */
  readonly toPlaced: (code: CageCode | undefined) => PlacedCode
}

const NO_CODE: PlacedCode = { at: zeroAddress, hash: zeroHash }

/** Transactions of one block take no more; any chain has room for so much. */
const BLOCK_GAS = 30_000_000n

let linking: Promise<LinkedCage> | undefined

/** What creates code, by the address where that will be. */
type Creations = Map<Address, { readonly label: string; readonly creation: Hex }>

/** The cage, with the libraries that it is linked with. */
interface LinkedCage {
  readonly cage: CompiledContract
  readonly libraries: Creations
}

/** Code hashes by address: code at an address of CREATE2 is the same on every chain. */
const hashes = new Map<Address, Hex>()

/**
 * Create the code that a cage trusts or is linked with, where a chain does not hold it yet, in blocks of its own.
 *
 * The deployer pays, so that the owner's nonce, and with it the address of a cage, does not depend on it.
 *
 * @throws HarnessError DEPLOY_FAILED naming the transaction that failed, COMPILE_FAILED
 */
export async function placeCageCode(chain: FixtureChain, policy: CagePolicy): Promise<CageParts> {
  linking ??= compileContracts().then(linkCage)
  const { cage, libraries } = await linking
  const creations = new Map(libraries)
  const trusted = [...policy.targets.flatMap(({ checker, reader }) => [checker, reader]), ...policy.schemes]
  for (const code of trusted) if (code !== undefined) keepIn(creations, code.contract, creationOf(code))

  const absent = await listAbsent(chain, [...creations.keys()])
  let [block, blockGas]: [SetupTransaction[], bigint] = [[], 0n]
  for (const address of absent) {
    const { label, creation } = creations.get(address) as { label: string; creation: Hex }
    const call = {
      from: ACTORS.deployer.address,
      to: CREATE2_DEPLOYER,
      data: concatHex([zeroHash, creation]),
    }
    const gas = await chain.rpc.request<Hex>('eth_estimateGas', [call, 'latest'])
    if (blockGas + BigInt(gas) > BLOCK_GAS) {
      await mineAll(chain, block)
      ;[block, blockGas] = [[], 0n]
    }
    block.push({ label: `create ${label}`, request: { ...call, gas } })
    blockGas += BigInt(gas)
  }
  if (block.length > 0) await mineAll(chain, block)
  await Promise.all(
    [...creations.keys()].map(async (address) => {
      if (hashes.has(address)) return
      hashes.set(address, keccak256(await chain.rpc.request<Hex>('eth_getCode', [address, 'latest'])))
    }),
  )
  return {
    cage,
    toPlaced(code) {
      if (code === undefined) return NO_CODE
      const at = addressOfCode(code)
      return { at, hash: hashes.get(at) ?? zeroHash }
    },
  }
}

function linkCage(contracts: Readonly<Record<string, CompiledContract>>): LinkedCage {
  const libraries: Creations = new Map()
  const addresses: Record<string, Address> = {}
  const linked = (name: string): Hex => {
    const { bytecode, linkReferences: references = {} } = pick(contracts, name)
    for (const library of Object.values(references).flatMap(Object.keys)) {
      addresses[library] ??= keepIn(libraries, library, linked(library))
    }
    return link(name, bytecode, references, addresses)
  }
  return { cage: { ...pick(contracts, 'PolicyCage'), bytecode: linked('PolicyCage') }, libraries }
}

function keepIn(creations: Creations, label: string, creation: Hex): Address {
  const address = addressOfCreation(creation)
  creations.set(address, { label, creation })
  return address
}

/** List those addresses at which no contract was created: what was has a nonce (EIP-161). */
async function listAbsent({ rpc }: FixtureChain, addresses: readonly Address[]): Promise<Address[]> {
  const nonces = await Promise.all(
    addresses.map((address) => rpc.request<Hex>('eth_getTransactionCount', [address, 'latest'])),
  )
  return addresses.filter((_, index) => BigInt(nonces[index] ?? 0) === 0n)
}

function pick(all: Readonly<Record<string, CompiledContract>>, name: string): CompiledContract {
  const contract = all[name]
  if (contract !== undefined) return contract
  throw new HarnessError('COMPILE_FAILED', `${name} was not compiled`, {
    expected: `a contract ${name}`,
    hint: 'restore it in tools/contracts',
  })
}

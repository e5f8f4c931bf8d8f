import {
  type Address,
  getAddress,
  type Hex,
  isAddress,
  numberToHex,
  pad,
  slice,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { ChainReader } from '../../tools/core/chain.ts'
import { keccak256 } from '../../tools/core/keccak256.ts'
import type { ImplementationPin } from '../../tools/safety/policy/policy.ts'
import type { GenesisAccount, GenesisAccounts } from './dump.ts'

/** What the contracts of a policy are at the time of its review. */
export interface ContractPins {
  readonly codeHashes: ReadonlyMap<Address, Hex>
  readonly implementations: ReadonlyMap<Address, ImplementationPin>
}

/** Slots in which proxies keep their implementation: EIP-1967, and OpenZeppelin's before it. */
export const IMPLEMENTATION_SLOTS: readonly Hex[] = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
]

/** Reads what contracts are. */
export interface CodeReader {
  /** Hashes as EXTCODEHASH gives them (EIP-1052): zero where there is no account. */
  readCodeHashes(addresses: readonly Address[]): Promise<readonly Hex[]>
  getStorageAt(query: { readonly address: Address; readonly slot: Hex }): Promise<Hex | undefined>
}

/** Read what contracts are from a node, at its head. */
export const codeOfChain = (chain: Pick<ChainReader, 'readState' | 'getStorageAt'>): CodeReader => ({
  readCodeHashes: async (addresses) =>
    (await chain.readState({ balances: [], allowances: [], codeHashes: addresses, feeds: [] })).codeHashes,
  getStorageAt: chain.getStorageAt,
})

/** Read what contracts are from the accounts of a genesis file, without a node. */
export function codeOfGenesis(accounts: GenesisAccounts): CodeReader {
  const find = (address: Address): GenesisAccount | undefined => accounts[address.toLowerCase()]
  const hashCode = (account: GenesisAccount | undefined): Hex => {
    // An account that is empty is none (EIP-161).
    if (account === undefined || isEmpty(account)) return zeroHash
    return keccak256(account.code ?? '0x')
  }
  return {
    readCodeHashes: async (addresses) => addresses.map((address) => hashCode(find(address))),
    getStorageAt: async ({ address, slot }) =>
      find(address)?.storage?.[numberToHex(BigInt(slot), { size: 32 })] ?? zeroHash,
  }
}

const isEmpty = ({ balance, nonce, code = '0x' }: GenesisAccount) =>
  BigInt(balance) === 0n && BigInt(nonce) === 0n && code === '0x'

/** Read the code hashes of contracts, and the implementations of those that are proxies. */
export async function readPins(chain: CodeReader, contracts: readonly Address[]): Promise<ContractPins> {
  const found = (
    await Promise.all(
      contracts.flatMap((proxy) =>
        IMPLEMENTATION_SLOTS.map(async (slot) => {
          const word = (await chain.getStorageAt({ address: proxy, slot })) ?? '0x'
          return { proxy, slot, address: slice(pad(word), 12) }
        }),
      ),
    )
  ).filter(({ address }) => isAddress(address) && address !== zeroAddress)
  const [codeHashes, implementationHashes] = await Promise.all([
    chain.readCodeHashes(contracts),
    chain.readCodeHashes(found.map(({ address }) => address)),
  ])
  return {
    codeHashes: new Map(contracts.map((contract, index) => [contract, codeHashes[index] as Hex])),
    implementations: new Map(
      found.map(({ proxy, slot, address }, index) => [
        proxy,
        { slot, address: getAddress(address), codeHash: implementationHashes[index] as Hex },
      ]),
    ),
  }
}

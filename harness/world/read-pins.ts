import { type Address, getAddress, type Hex, isAddress, pad, slice, zeroAddress } from 'viem'
import type { ChainReader } from '../../tools/core/chain.ts'
import type { ImplementationPin } from '../../tools/safety/policy/policy.ts'

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

/** Read the code hashes of contracts, and the implementations of those that are proxies. */
export async function readPins(
  chain: Pick<ChainReader, 'readState' | 'getStorageAt'>,
  contracts: readonly Address[],
): Promise<ContractPins> {
  const readHashes = async (addresses: readonly Address[]) =>
    (await chain.readState({ balances: [], allowances: [], codeHashes: addresses, feeds: [] })).codeHashes
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
    readHashes(contracts),
    readHashes(found.map(({ address }) => address)),
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

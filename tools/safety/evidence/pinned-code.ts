import { type Address, getAddress, type Hex, pad, slice, zeroAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { findTarget, type ImplementationPin, type SafetyPolicy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'
import { askBoth, type Providers } from './second-provider.ts'

/** The implementation behind a proxy, as found. */
export interface FoundImplementation {
  readonly proxy: Address
  readonly expected: ImplementationPin
  readonly address: Address
  /** Code hash of the expected implementation. */
  readonly codeHash: Hex | undefined
}

/** What of the touched addresses is pinned to code: themselves, and what is behind those that are proxies. */
interface Pinned {
  readonly targets: readonly Address[]
  readonly proxies: readonly Pick<FoundImplementation, 'proxy' | 'expected'>[]
}

/** Find what of the addresses that an action touches is pinned. */
export function findPinned(policy: SafetyPolicy, touched: readonly Address[]): Pinned {
  const targets = [
    ...new Set(touched.filter((address) => address !== NATIVE_TOKEN).map((address) => getAddress(address))),
  ]
  const proxies = targets.flatMap((proxy) => {
    const pin = findTarget(policy, proxy)?.implementation
    return pin ? [{ proxy, expected: pin }] : []
  })
  return { targets, proxies }
}

/** The addresses whose code hashes have to be read, for {@link readPinned}. */
export const listPinned = ({ targets, proxies }: Pinned): readonly Address[] => [
  ...targets,
  ...proxies.map(({ expected }) => expected.address),
]

/** Read where proxies point to. */
export const readSlots = (
  providers: Providers<'getStorageAt'>,
  proxies: Pinned['proxies'],
): Promise<readonly (Hex | undefined)[]> =>
  Promise.all(
    proxies.map(({ proxy, expected }) =>
      askBoth(`the implementation of ${proxy}`, providers, (provider) =>
        provider.getStorageAt({ address: proxy, slot: expected.slot }),
      ),
    ),
  )

/** Put together what was found of the code that is pinned. */
export const readPinned = (
  { targets, proxies }: Pinned,
  slots: readonly (Hex | undefined)[],
  codeHashes: readonly Hex[] | undefined,
): Pick<Evidence, 'targets' | 'codeHashes' | 'implementations'> => ({
  targets,
  codeHashes: codeHashes?.slice(0, targets.length) ?? [],
  implementations: proxies.map((proxy, index) => ({
    ...proxy,
    address: readAddress(slots[index]),
    codeHash: codeHashes?.[targets.length + index],
  })),
})

/** Read the address in a storage word; what is no word is no address. */
const readAddress = (word: Hex | undefined): Address =>
  word === undefined ? zeroAddress : getAddress(slice(pad(word), 12))

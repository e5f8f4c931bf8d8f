import { type Address, getAddress } from 'viem'
import { type AddressBook, NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { describeNative } from '../../tools/core/tokens.ts'
import { listKnownAddresses } from '../../tools/kit/known-addresses.ts'
import { ACTORS } from '../world/actors.ts'

/** What people call addresses. */
export interface Names {
  /** Takes note of an address that is met. */
  meet(address: string): void
  /** The names of all addresses that were met, by checksummed address; without those that nobody knows. */
  listMet(): Readonly<Record<string, string>>
  /** How to write an amount of a token; undefined for what is no token of the book. */
  tokenOf(address: string): { readonly symbol: string; readonly decimals: number } | undefined
  /** How to write what a price feed answers; undefined for what is no feed of the book. */
  priceOf(address: string): { readonly symbol: string; readonly decimals: number } | undefined
}

/** Name the actors, what a scenario has of its own, and the contracts of a chain's book. */
export function nameAddresses(book: AddressBook, own: Readonly<Record<string, Address>>): Names {
  const names = new Map<string, string>()
  const add = (address: string, name: string) => {
    const key = address.toLowerCase()
    if (!names.has(key)) names.set(key, name)
  }
  for (const [name, { address }] of Object.entries(ACTORS)) add(address, name)
  for (const [name, address] of Object.entries(own)) add(address, name)
  add(NATIVE_TOKEN, book.nativeSymbol)
  for (const { address, label } of listKnownAddresses(book)) add(address, label)
  const tokens = new Map(
    [...book.tokens, describeNative(book)].map(({ address, symbol, decimals }) => [
      address.toLowerCase(),
      { symbol, decimals },
    ]),
  )
  const prices = new Map(
    book.tokens.flatMap(({ feed }) =>
      feed ? [[feed.address.toLowerCase(), { symbol: 'USD', decimals: feed.decimals }] as const] : [],
    ),
  )
  const met = new Map<string, string>()
  return {
    meet(address) {
      const name = names.get(address.toLowerCase())
      if (name !== undefined) met.set(getAddress(address), name)
    },
    listMet: () => Object.fromEntries([...met].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    tokenOf: (address) => tokens.get(address.toLowerCase()),
    priceOf: (address) => prices.get(address.toLowerCase()),
  }
}

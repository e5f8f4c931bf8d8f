import { shortenHash } from '../../text/shorten-hash.ts'

/** What people call addresses, whatever their spelling. */
export type NameOf = (address: string) => string | undefined

/** Create what tells the names of a scenario's addresses. */
export function createNameOf(names: Readonly<Record<string, string>> = {}): NameOf {
  const known = new Map(Object.entries(names).map(([address, name]) => [address.toLowerCase(), name]))
  return (address) => known.get(address.toLowerCase())
}

/** Name an address, or the key of a position, which may hold one. */
export const nameKey = (key: string, nameOf: NameOf): string => findName(key, nameOf) ?? shortenHash(key)

/** Name a token by its symbol; one that is in no book has its address for that. */
export const nameToken = (symbol: string, nameOf: NameOf): string => nameOf(symbol) ?? symbol

/** Put names where a text holds addresses, or keys that hold one. */
export const nameWithin = (text: string, nameOf: NameOf): string =>
  text.replace(/\b0x(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40})\b/g, (key) => findName(key, nameOf) ?? key)

// A position may lie under an address in a word of its own.
const findName = (key: string, nameOf: NameOf): string | undefined =>
  nameOf(key.replace(/^0x0{24}(?=[0-9a-fA-F]{40}$)/, '0x'))

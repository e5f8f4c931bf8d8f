import { shortenHash } from '../../text/shorten-hash.ts'

/** What people call addresses, whatever their spelling. */
export type NameOf = (address: string) => string | undefined

/** Create what tells the names of a scenario's addresses. */
export function createNameOf(names: Readonly<Record<string, string>> = {}): NameOf {
  const known = new Map(Object.entries(names).map(([address, name]) => [address.toLowerCase(), name]))
  return (address) => known.get(address.toLowerCase())
}

/** Name an address, or the key of a position, which may be an address in a word of its own. */
export const nameKey = (key: string, nameOf: NameOf): string =>
  nameOf(key.replace(/^0x0{24}(?=[0-9a-fA-F]{40}$)/, '0x')) ?? shortenHash(key)

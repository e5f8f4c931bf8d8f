import { type Address, InvalidAddressError } from 'viem'

/** What a list that never changes holds, by address in lower case. */
const indexes = new WeakMap<readonly object[], ReadonlyMap<string, object>>()

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/**
 * Find the first of a list that never changes by its address, whatever the checksums: each list is looked through once.
 *
 * @throws InvalidAddressError when what is looked for is no address
 */
export function findByAddress<Item extends object>(
  list: readonly Item[],
  addressOf: (item: Item) => Address,
  address: Address,
): Item | undefined {
  if (!ADDRESS.test(address)) throw new InvalidAddressError({ address })
  let index = indexes.get(list) as ReadonlyMap<string, Item> | undefined
  if (index === undefined) {
    // Of several with one address the first stands.
    index = new Map(list.toReversed().map((item) => [addressOf(item).toLowerCase(), item]))
    indexes.set(list, index)
  }
  return index.get(address.toLowerCase())
}

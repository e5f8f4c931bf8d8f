import { type Address, InvalidAddressError } from 'viem'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/**
 * Compare two addresses, whatever their checksums; as viem's function of this name, which looks both up in a table of
 * checksums first.
 *
 * @throws InvalidAddressError when one is no address
 */
export function isAddressEqual(a: Address, b: Address): boolean {
  if (!ADDRESS.test(a)) throw new InvalidAddressError({ address: a })
  if (!ADDRESS.test(b)) throw new InvalidAddressError({ address: b })
  return a === b || a.toLowerCase() === b.toLowerCase()
}

import { type Address, getAddress } from 'viem'

/** Addresses that were checksummed, by their digits in lower case; all of them are forgotten when there are too many. */
const known = new Map<string, Address>()

const MAX_KNOWN = 8_192

const DIGITS = /^[0-9a-f]{40}$/

/** The checksummed address of 40 hex digits in lower case; undefined when they are none. */
export function checksumDigits(digits: string): Address | undefined {
  const found = known.get(digits)
  if (found !== undefined || !DIGITS.test(digits)) return found
  const address = getAddress(`0x${digits}`)
  if (known.size >= MAX_KNOWN) known.clear()
  // A key of its own: a part of a longer text would keep all of that in memory.
  known.set(address.slice(2).toLowerCase(), address)
  return address
}

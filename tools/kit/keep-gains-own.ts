import type { Address } from 'viem'
import type { DecodedCall } from '../core/call-decoder.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'

/**
 * Forbid a call by which another account gains, even one that may be paid: what a position holds or pays out is its
 * owner's, and the checkers of such protocols let nobody else be named.
 */
export function keepGainsOwn(decoded: DecodedCall | undefined, account: Address): DecodedCall | undefined {
  const isOwn = decoded?.recipients.every((recipient) => isAddressEqual(recipient, account))
  if (decoded === undefined || isOwn) return decoded
  return { ...decoded, forbidden: decoded.forbidden ?? "another account's gain" }
}

import type { Address } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'

/** Identity of the protocol, as metadata and decoders name it. */
export const PROTOCOL = 'permit2'

/** Longest lifetime that an allowance or permit may be given: 30 days. */
export const MAX_TTL_SECONDS = 30 * 86_400

/**
 * The chain's Permit2 contract.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export function permit2Address(book: AddressBook): Address {
  const address = book.protocols.permit2
  if (address === undefined) {
    throw new ToolError('PROTOCOL_NOT_DEPLOYED', { protocol: PROTOCOL, chainId: book.chainId })
  }
  return address
}

import type { Address } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'

/** Identity of the protocol, as metadata and decoders name it. */
export const PROTOCOL = 'weth9'

/**
 * The chain's WETH9 contract.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export function wethAddress(book: AddressBook): Address {
  const address = book.protocols.weth9
  if (address === undefined) {
    throw new ToolError('PROTOCOL_NOT_DEPLOYED', { protocol: PROTOCOL, chainId: book.chainId })
  }
  return address
}

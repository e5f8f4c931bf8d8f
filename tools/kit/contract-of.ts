import type { Address } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import { ToolError } from '../core/errors.ts'

/**
 * Take a contract of another protocol from the book, by the names that it has there.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export function contractOf(book: AddressBook, protocol: string, contract: string): Address {
  const found = book.protocols[protocol]?.[contract]
  if (found === undefined) throw new ToolError('PROTOCOL_NOT_DEPLOYED', { protocol, chainId: book.chainId })
  return found
}

import type { Address } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import { ToolError } from '../core/errors.ts'

/**
 * Options that make viem's `multicall` one request through the chain's Multicall3.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export function inOneCall(book: AddressBook): { multicallAddress: Address; batchSize: number } {
  const multicallAddress = book.multicall
  if (multicallAddress === undefined) {
    throw new ToolError('PROTOCOL_NOT_DEPLOYED', { protocol: 'multicall3', chainId: book.chainId })
  }
  // viem splits a multicall by the size of its call data unless the batch size is 0.
  return { multicallAddress, batchSize: 0 }
}

import { type Address, maxUint256 } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import type { ToolContext } from '../core/context.ts'
import { ToolError } from '../core/errors.ts'

/** Read what a call sends of the native coin. @throws ToolError INVALID_PARAMS for more than a call can send */
export function readValueWei(valueWei: string | undefined, path: string): bigint {
  const value = BigInt(valueWei ?? '0')
  if (value <= maxUint256) return value
  throw new ToolError('INVALID_PARAMS', { path, problem: `is ${value}, more than a call can send` })
}

/** What is sent of the native coin, by whom, and where the caller says so. */
interface Sent {
  readonly from: Address
  readonly valueWei: bigint
  readonly path: string
}

/** Hold what is sent against what its sender has. @throws ToolError INVALID_PARAMS */
export function assertFunded(
  { nativeSymbol }: Pick<AddressBook, 'nativeSymbol'>,
  { from, valueWei, path }: Sent,
  balanceWei: bigint,
): void {
  if (valueWei <= balanceWei) return
  const problem = `sends ${valueWei} wei of ${nativeSymbol}, and ${from} has ${balanceWei}`
  throw new ToolError('INVALID_PARAMS', { path, problem })
}

/**
 * Tell why a node refused to try calls: it does so as a whole where their sender does not have what they send.
 *
 * @throws ToolError INVALID_PARAMS then, and the cause otherwise
 */
export async function rethrowUnfunded(
  { chain, book }: Pick<ToolContext, 'book' | 'chain'>,
  sent: Sent,
  cause: unknown,
): Promise<never> {
  assertFunded(book, sent, await chain.getBalance({ address: sent.from }))
  throw cause
}

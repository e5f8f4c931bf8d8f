import { type Address, BaseError, ExecutionRevertedError, type Hex, isHex } from 'viem'
import type { ChainReader } from '../core/chain.ts'
import type { Interfaces } from '../core/interfaces.ts'

/**
 * Call a reverted transaction again on the state before its block, to learn why it reverted.
 *
 * Null when the node no longer has that state or the call now succeeds: earlier transactions of the same
 * block are not replayed.
 */
export async function replayRevert(
  { chain, interfaces }: { readonly chain: Pick<ChainReader, 'call'>; readonly interfaces: Interfaces },
  transaction: {
    readonly from: Address
    readonly to: Address | null
    readonly input: Hex
    readonly value: bigint
    readonly gas: bigint
    readonly blockNumber: bigint | null
  },
): Promise<string | null> {
  if (transaction.blockNumber === null) return null
  try {
    await chain.call({
      account: transaction.from,
      to: transaction.to,
      data: transaction.input,
      value: transaction.value,
      gas: transaction.gas,
      blockNumber: transaction.blockNumber - 1n,
    })
    return null
  } catch (cause) {
    const data = readRevertData(cause)
    return data === undefined ? null : interfaces.explainRevert(data)
  }
}

/** Find the return data of a revert in an error of viem, or undefined when the call did not revert. */
export function readRevertData(cause: unknown): Hex | undefined {
  if (!(cause instanceof BaseError)) return undefined
  const holder = cause.walk((error) => isHex((error as { data?: unknown } | undefined)?.data))
  if (holder) return (holder as unknown as { data: Hex }).data
  return cause.walk((error) => error instanceof ExecutionRevertedError) ? '0x' : undefined
}

import type { Address } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { contractOf } from '../../kit/contract-of.ts'
import { noncesAbi } from './abi.ts'
import { placeOf } from './order.ts'

/**
 * Read whether a nonce of an owner is used up in Permit2, at the head.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED, CHAIN_READ_FAILED
 */
export async function readNonce(
  { book, chain }: Pick<ToolContext, 'book' | 'chain'>,
  owner: Address,
  nonce: bigint,
): Promise<{ readonly isUsed: boolean; readonly atSeconds: bigint; readonly head: bigint }> {
  const { word, mask } = placeOf(nonce)
  const [bitmap, head] = await Promise.all([
    chain.readContract({
      address: contractOf(book, 'permit2', 'permit2'),
      abi: noncesAbi,
      functionName: 'nonceBitmap',
      args: [owner, word],
    }),
    chain.getBlock(),
  ])
  return { isUsed: (bitmap & mask) !== 0n, atSeconds: head.timestamp, head: head.number }
}

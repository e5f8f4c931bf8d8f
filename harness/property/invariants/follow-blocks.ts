import type { Hash } from 'viem'
import type { MinedBlock } from '../../chain/open-within.ts'
import type { LawMoment } from './law.ts'

/** Begin to follow a chain; answers the blocks that are new since it was asked last, on whichever branch, in their order. */
export function followBlocks(): (
  moment: Pick<LawMoment, 'stage' | 'client'>,
) => Promise<readonly MinedBlock[]> {
  const seen = new Set<Hash>()
  return async ({ stage, client }) => {
    const blocks: MinedBlock[] = []
    let block = await client.getBlock({ includeTransactions: true })
    // A chain that was reorganised may have new blocks where it had others, and be no longer than before.
    while (!seen.has(block.hash) && block.number > stage.firstBlock) {
      seen.add(block.hash)
      blocks.unshift(block)
      if (seen.has(block.parentHash)) break
      block = await client.getBlock({ blockHash: block.parentHash, includeTransactions: true })
    }
    return blocks
  }
}

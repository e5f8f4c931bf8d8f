import type { Hex, PublicClient } from 'viem'
import type { AssetDelta } from '../../tools/core/outcome.ts'
import { type MinedBlock, openWithin } from '../chain/open-within.ts'
import type { WatchedBalance } from './oracle.ts'

/** Reads balances over a client; undefined for a token that gives no answer. */
type BalanceReader = (
  client: PublicClient,
  watch: readonly WatchedBalance[],
) => Promise<readonly (bigint | undefined)[]>

/**
 * Read what each transaction in the blocks behind one changed of balances, but for those that are named; at its place in its
 * block, so that nothing else is counted with it. What cannot be told is left out.
 */
export async function readMovedByOthers(
  client: PublicClient,
  readBalances: BalanceReader,
  asked: {
    readonly watch: readonly WatchedBalance[]
    readonly behindBlock: bigint
    readonly except: ReadonlySet<Hex>
  },
): Promise<readonly AssetDelta[]> {
  const { watch, behindBlock, except } = asked
  const read = async (block: MinedBlock, behind: number) => {
    const within = await openWithin(client, block, behind)
    return within && readBalances(within, watch)
  }
  const moved: AssetDelta[] = []
  for (const block of await listBlocks(client, behindBlock)) {
    for (const [index, { hash }] of block.transactions.entries()) {
      if (except.has(hash)) continue
      const [before, after] = await Promise.all([read(block, index), read(block, index + 1)])
      for (const [at, watched] of watch.entries()) {
        const [was, is] = [before?.[at], after?.[at]]
        if (was !== undefined && is !== undefined && is !== was)
          moved.push({ ...watched, deltaBaseUnits: is - was })
      }
    }
  }
  return moved
}

async function listBlocks(client: PublicClient, behindBlock: bigint): Promise<readonly MinedBlock[]> {
  const blocks: MinedBlock[] = []
  let block = await client.getBlock({ includeTransactions: true })
  while (block.number > behindBlock) {
    blocks.unshift(block)
    block = await client.getBlock({ blockHash: block.parentHash, includeTransactions: true })
  }
  return blocks
}

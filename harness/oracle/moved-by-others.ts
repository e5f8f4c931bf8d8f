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
 * Read what a transaction changed of balances at its place in its block, so that nothing else is counted with it; those that
 * can be told.
 */
export async function readMoved(
  client: PublicClient,
  readBalances: BalanceReader,
  watch: readonly WatchedBalance[],
  { block, index }: { readonly block: MinedBlock; readonly index: number },
): Promise<readonly AssetDelta[]> {
  const read = async (behind: number) => {
    const within = await openWithin(client, block, behind)
    return within && readBalances(within, watch)
  }
  const [before, after] = await Promise.all([read(index), read(index + 1)])
  return watch.flatMap((watched, at) => {
    const [was, is] = [before?.[at], after?.[at]]
    return was === undefined || is === undefined ? [] : [{ ...watched, deltaBaseUnits: is - was }]
  })
}

/** Read what each transaction in the blocks behind one changed of balances, but for those that are named. */
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
  const moved: AssetDelta[] = []
  for (const block of await listBlocks(client, behindBlock)) {
    for (const [index, { hash }] of block.transactions.entries()) {
      if (!except.has(hash)) moved.push(...(await readMoved(client, readBalances, watch, { block, index })))
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

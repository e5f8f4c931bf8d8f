import type { Hex, PublicClient } from 'viem'
import { type LotChange, listLotChanges } from '../../tools/core/lot-changes.ts'
import type { AssetDelta } from '../../tools/core/outcome.ts'
import type { Position } from '../../tools/core/position.ts'
import { type MinedBlock, openWithin } from '../chain/open-within.ts'
import type { WatchedBalance } from './oracle.ts'

/** Reads balances over a client; undefined for a token that gives no answer. */
type BalanceReader = (
  client: PublicClient,
  watch: readonly WatchedBalance[],
) => Promise<readonly (bigint | undefined)[]>

/** A transaction at its place in its block. */
interface Mined {
  readonly block: MinedBlock
  readonly index: number
}

/** Read something before and behind a transaction, so that nothing else of its block shows; undefined where the node keeps it no longer. */
async function readAround<T>(
  client: PublicClient,
  { block, index }: Mined,
  read: (within: PublicClient) => Promise<T>,
): Promise<readonly [T, T] | undefined> {
  const around = await openWithin(client, block, index, index + 1)
  return around && Promise.all([read(around[0]), read(around[1])])
}

type Balances = Awaited<ReturnType<BalanceReader>>

const listChanges = (
  watch: readonly WatchedBalance[],
  before: Balances,
  after: Balances,
): readonly AssetDelta[] =>
  watch.flatMap((watched, at) => {
    const [was, is] = [before[at], after[at]]
    return was === undefined || is === undefined ? [] : [{ ...watched, deltaBaseUnits: is - was }]
  })

/** Read what a transaction changed of balances; those that can be told. */
export async function readMoved(
  client: PublicClient,
  readBalances: BalanceReader,
  watch: readonly WatchedBalance[],
  mined: Mined,
): Promise<readonly AssetDelta[]> {
  const around = await readAround(client, mined, (within) => readBalances(within, watch))
  return around ? listChanges(watch, ...around) : []
}

/** What others than an action changed of an account. */
export interface MovedByOthers {
  readonly assets: readonly AssetDelta[]
  readonly lots: readonly LotChange[]
  /** Whether the node keeps what stood around each of them. */
  readonly isWhole: boolean
}

/** Read what each transaction in the blocks behind one changed of an account, of those that are chosen. */
export async function readMovedByOthers(
  client: PublicClient,
  asked: {
    readonly watch: readonly WatchedBalance[]
    readonly readBalances: BalanceReader
    readonly readPositions: (client: PublicClient) => Promise<readonly Position[]>
    readonly behindBlock: bigint
    readonly isOthers: (hash: Hex) => boolean
  },
): Promise<MovedByOthers> {
  const { watch, readBalances, readPositions, behindBlock, isOthers } = asked
  const read = (within: PublicClient) => Promise.all([readBalances(within, watch), readPositions(within)])
  const moved: Pick<MovedByOthers, 'assets' | 'lots'>[] = []
  let isWhole = true
  for (const block of await listBlocks(client, behindBlock)) {
    for (const [index, { hash }] of block.transactions.entries()) {
      if (!isOthers(hash)) continue
      const around = await readAround(client, { block, index }, read)
      if (around === undefined) {
        isWhole = false
        continue
      }
      const [[balances, positions], [balancesAfter, positionsAfter]] = around
      moved.push({
        assets: listChanges(watch, balances, balancesAfter),
        lots: listLotChanges(positions, positionsAfter),
      })
    }
  }
  return { assets: moved.flatMap(({ assets }) => assets), lots: moved.flatMap(({ lots }) => lots), isWhole }
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

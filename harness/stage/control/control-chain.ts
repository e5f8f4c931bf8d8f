import { type Hex, numberToHex } from 'viem'
import { ToolError } from '../../../tools/core/errors.ts'
import type { ControlHandlers } from '../../../tools/devtools/chain-control.ts'
import type { Ground } from '../ground.ts'

type ChainOperation =
  | 'timeTravel'
  | 'mineBlocks'
  | 'takeSnapshot'
  | 'revertSnapshot'
  | 'simulateReorg'
  | 'setBaseFee'

/** Blocks of the other branch come so much later than theirs: no two of them are the same. */
const SECONDS_TO_NEXT_BRANCH = 2n

/** Carry out what the test net's tools do to blocks and time. */
export function controlChain(
  { chain: { fork }, client, observer }: Ground,
  advance: (ms: number) => Promise<void>,
): Pick<ControlHandlers, ChainOperation> {
  const readHead = async () => {
    const block = await client.getBlock()
    return { blockNumber: block.number.toString(), timestampSeconds: Number(block.timestamp) }
  }
  // The node counts its snapshots over all that ever ran on it; a scenario names its own.
  const taken = new Map<Hex, Hex>()
  let count = 0
  const returnTo = async (snapshotId: Hex) => {
    const id = taken.get(snapshotId)
    taken.delete(snapshotId)
    const isReverted = id !== undefined && (await fork.returnTo(id))
    if (!isReverted) {
      const reason = 'it was used, taken away by going back further, or never taken'
      throw new ToolError('NOT_FOUND', { subject: `snapshot ${snapshotId}`, reason })
    }
    observer.invalidate()
  }
  return {
    async timeTravel({ seconds }) {
      await advance(seconds * 1_000)
      return readHead()
    },
    async mineBlocks({ count, intervalSeconds }) {
      for (let block = 0; block < count; block += 1) await advance(intervalSeconds * 1_000)
      return readHead()
    },
    async takeSnapshot() {
      const id = await fork.takeSnapshot()
      count += 1
      const snapshotId = numberToHex(count)
      taken.set(snapshotId, id)
      return { snapshotId }
    },
    async revertSnapshot({ snapshotId }) {
      await returnTo(snapshotId)
      return readHead()
    },
    async simulateReorg({ snapshotId, count }) {
      const last = await client.getBlockNumber()
      await returnTo(snapshotId)
      await fork.rpc.request('anvil_dropAllTransactions')
      const first = await client.getBlockNumber()
      for (let block = 0; block < count; block += 1) await fork.advance(SECONDS_TO_NEXT_BRANCH)
      observer.invalidate()
      return { ...(await readHead()), droppedBlocks: Number(last - first) }
    },
    async setBaseFee({ baseFeeWei }) {
      fork.setBaseFeeWei(BigInt(baseFeeWei))
      return { done: true }
    },
  }
}

import type { Hex } from 'viem'
import { RpcError } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'
import type { Ground } from './ground.ts'
import type { Trade } from './market.ts'
import type { Session } from './session.ts'

/** The blocks of the fork: what is mined, what waits, what is taken away. */
export interface Blocks {
  mine(count: number): Promise<void>
  /** Whether what the agent sends is mined while it waits; without, only the harness mines. */
  setMining(isOn: boolean): void
  /** Set the base fee of all blocks from now on, and mine one. */
  setBaseFee(wei: bigint): Promise<void>
  /** Let the node forget what is not mined. */
  dropPending(): Promise<void>
  /** Mine the transaction of a permit, as the agent sent it. @throws HarnessError STEP_IMPOSSIBLE where no node takes it */
  include(permitId: Hex): Promise<void>
  /** Remember the head, for a reorganisation. */
  mark(): Promise<void>
  /**
   * Take blocks away, those since the mark without a depth; their transactions are in no block and no pool. With a
   * trade that comes ahead, the agent's are mined again after it.
   */
  reorg(depth?: number, ahead?: Trade): Promise<void>
}

/** A chain that was reorganised goes on in a block of its own. */
const SECONDS_TO_NEXT_BRANCH = 2n

/** Create the blocks of a stage. */
export function createBlocks(
  ground: Ground,
  trade: (trade: Trade) => Promise<void>,
  readSession: () => Session,
): Blocks {
  const { miner, observer } = ground
  const { fork } = ground.chain
  const sendRaw = (raw: Hex) => fork.rpc.request('eth_sendRawTransaction', [raw])
  const takeAway = async (depth: number, ahead: Trade | undefined) => {
    const dropped = await listTransactions(ground, readSession(), depth)
    await fork.rollback(depth)
    await fork.advance(SECONDS_TO_NEXT_BRANCH)
    if (ahead === undefined) return
    await trade(ahead)
    for (const raw of dropped) await sendRaw(raw)
    if (dropped.length > 0) await miner.mineBlock()
  }
  const returnToMark = async () => {
    await fork.returnToMark()
    await fork.advance(SECONDS_TO_NEXT_BRANCH)
  }
  return {
    async mine(count) {
      for (let block = 0; block < count; block += 1) await miner.mineBlock()
      observer.invalidate()
    },
    setMining(isOn) {
      miner.isOn = isOn
    },
    async setBaseFee(wei) {
      await miner.setBaseFee(wei)
      observer.invalidate()
    },
    async dropPending() {
      await fork.rpc.request('anvil_dropAllTransactions')
    },
    async include(permitId) {
      const last = readSession().store.listTransactions(permitId).at(-1)
      if (last === undefined) throw notIncluded('nothing that was sent')
      await sendRaw(last.raw).catch((cause: unknown) => {
        throw cause instanceof RpcError ? notIncluded(cause.message) : cause
      })
      await miner.mineBlock()
      observer.invalidate()
    },
    mark: fork.mark,
    async reorg(depth, ahead) {
      await (depth === undefined ? returnToMark() : takeAway(depth, ahead))
      observer.invalidate()
    },
  }
}

const notIncluded = (found: string) =>
  new HarnessError('STEP_IMPOSSIBLE', 'the transaction of this permit cannot be mined', {
    expected: 'one that was sent, and is in no block',
    found,
    hint: 'commit the permit before, and let its transaction be dropped or stay unmined',
  })

/** The agent's transactions in the newest blocks, in the order of their nonces. */
async function listTransactions(
  { client }: Ground,
  { store }: Session,
  depth: number,
): Promise<readonly Hex[]> {
  const head = await client.getBlockNumber()
  const numbers = Array.from({ length: depth }, (_, index) => head - BigInt(depth - 1 - index))
  const blocks = await Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber })))
  const hashes = new Set<Hex>(blocks.flatMap(({ transactions }) => transactions))
  return store
    .listPermits()
    .sort((a, b) => a.nonce - b.nonce)
    .flatMap(({ permitId }) => store.listTransactions(permitId))
    .flatMap(({ hash, raw }) => (hashes.has(hash) ? [raw] : []))
}

import { type Hex, numberToHex, type RpcTransactionReceipt } from 'viem'
import { HarnessError } from '../errors.ts'
import type { RpcClient } from './rpc-client.ts'

/** Control over the blocks of a fork. */
export interface ForkControl {
  readonly rpc: RpcClient
  /** Mine one block with what is pending; its timestamp is one second after the head, or as given. */
  mine(timestampSeconds?: bigint): Promise<void>
  /** Mine one block that many seconds after the head. */
  advance(seconds: bigint): Promise<void>
  /** Set the timestamp of the next block, without mining it: the pending block shows it. */
  setNextTimestamp(timestampSeconds: bigint): Promise<void>
  /**
   * Send a signed transaction, mine it alone and return its receipt.
   *
   * @throws RpcError when the pool refuses it: -32003 (nonce too low, underpriced, already imported, funds, chain,
   *   fee below base fee), -32000 (gas), -32602 (not a transaction)
   * @throws HarnessError RPC_ERROR when the block left it out, as after a gap in the nonces
   */
  sendRawAndMine(serializedTransaction: Hex): Promise<RpcTransactionReceipt>
  /** Timestamp of the head. */
  headTimestampSeconds(): bigint
  /** Base fee of the blocks that follow. */
  setBaseFeeWei(baseFeeWei: bigint): void
  /** From now on remember what was before each block, so that blocks can be taken away. */
  keepBlocks(): void
  /**
   * Take the newest blocks away; their transactions are in no block and no pool.
   *
   * @throws HarnessError STEP_IMPOSSIBLE when not so many were mined since blocks are kept
   */
  rollback(blocks: number): Promise<void>
  /** Remember the head. */
  mark(): Promise<void>
  /**
   * Take the blocks since the mark away; their transactions are in no block and no pool, and the mark is gone.
   *
   * @throws HarnessError STEP_IMPOSSIBLE when there is none, or it was taken away itself
   */
  returnToMark(): Promise<void>
  /** Remember the head under an id of its own. */
  takeSnapshot(): Promise<Hex>
  /**
   * Go back to a snapshot that was taken since the fork was reset; it is gone then, with all that were taken after it.
   *
   * @returns whether the snapshot was there
   */
  returnTo(snapshot: Hex): Promise<boolean>
  /**
   * Go back to a snapshot with an empty pool, and with none of the states that were kept since.
   *
   * Anvil keeps the states of reverted blocks; when their turn comes to be dropped, it drops what has the same hash,
   * and that may be a block that was mined again just now.
   *
   * @returns whether the snapshot was there
   */
  revertTo(snapshot: Hex): Promise<boolean>
  /** Read the head again after something else moved it. */
  resync(): Promise<void>
}

/** Control over the blocks of a fork, with the parts by which the fork itself is reset. */
export interface ForkReset extends ForkControl {
  /** Pin every setting that is the same for all scenarios, and the next block. */
  pinSettings(): Promise<void>
  /** Forget what a scenario set: base fee, snapshots, and blocks that are kept. */
  forget(): void
}

/** Seconds between two blocks when nothing else is asked for. */
const BLOCK_INTERVAL_SECONDS = 1n

/** Base fee of a scenario that does not set one. */
const DEFAULT_BASE_FEE_WEI = 0n

/** States that are kept in memory: as far back as a node can lag, and as recovery looks. */
export const KEPT_STATES = 16

/** Where fees go. */
export const COINBASE = '0x00000000000000000000000000000000000000c0'

const GAS_LIMIT = 40_000_000n

/** Create the control of a fork whose head has a timestamp. */
export function createForkControl(rpc: RpcClient, headSeconds: bigint): ForkReset {
  const blocks = createBlockMaker(rpc, headSeconds)
  let befores: Hex[] | undefined
  let marked: Hex | undefined
  const snapshots = new Set<Hex>()
  let discardedRuns = 0n
  const setGasLimit = (limit: bigint) => rpc.request('evm_setBlockGasLimit', [numberToHex(limit)])
  const dropPending = () => rpc.request('anvil_dropAllTransactions')
  const pushStatesOut = async () => {
    // No two of these blocks ever have the same hash.
    discardedRuns += 1n
    await Promise.all([
      setGasLimit(GAS_LIMIT + discardedRuns),
      // A revert leaves the base fee of the last block that was mined to what is simulated.
      blocks.pinFee(DEFAULT_BASE_FEE_WEI),
    ])
    await rpc.request('anvil_mine', [numberToHex(BigInt(KEPT_STATES + 1))])
    await setGasLimit(GAS_LIMIT)
  }
  const mine = (timestampSeconds?: bigint) =>
    blocks.mine(timestampSeconds, async () => {
      // Anvil's own rollback leaves what contracts stored meanwhile.
      if (befores !== undefined) befores.push(await takeSnapshot())
    })
  const takeSnapshot = async () => {
    const snapshot = await rpc.request<Hex>('evm_snapshot')
    snapshots.add(snapshot)
    return snapshot
  }
  const returnTo = async (snapshot: Hex) => {
    // Asking for one that is gone breaks the node.
    if (!snapshots.has(snapshot)) return false
    await rpc.request('evm_revert', [snapshot])
    for (const other of snapshots) if (BigInt(other) >= BigInt(snapshot)) snapshots.delete(other)
    const isThere = (other: Hex) => snapshots.has(other)
    befores = befores?.filter(isThere)
    marked = marked !== undefined && isThere(marked) ? marked : undefined
    await blocks.resync()
    return true
  }
  return {
    rpc,
    mine,
    advance: (seconds) => mine(blocks.headSeconds + seconds),
    setNextTimestamp: blocks.setNextTimestamp,
    async sendRawAndMine(serializedTransaction) {
      const hash = await rpc.request<Hex>('eth_sendRawTransaction', [serializedTransaction])
      await mine()
      const receipt = await rpc.request<RpcTransactionReceipt | null>('eth_getTransactionReceipt', [hash])
      if (receipt !== null) return receipt
      throw new HarnessError('RPC_ERROR', 'the block left the transaction out', {
        where: hash,
        expected: 'a receipt after one block',
        found: 'none',
        hint: 'its nonce leaves a gap, or its fee is below the base fee',
      })
    },
    headTimestampSeconds: () => blocks.headSeconds,
    setBaseFeeWei(next) {
      blocks.baseFeeWei = next
    },
    keepBlocks() {
      befores = []
    },
    async rollback(count) {
      const before = befores?.at(-count)
      if (before === undefined) {
        throw new HarnessError('STEP_IMPOSSIBLE', 'so many blocks cannot be taken away', {
          expected: `${count} blocks since blocks are kept`,
          found: String(befores?.length ?? 0),
          hint: 'mine blocks before the reorganisation',
        })
      }
      await returnTo(before)
      await dropPending()
    },
    async mark() {
      marked = await takeSnapshot()
    },
    async returnToMark() {
      if (marked === undefined) {
        throw new HarnessError('STEP_IMPOSSIBLE', 'there is no mark to go back to', {
          hint: 'mark a block before each reorg',
        })
      }
      await returnTo(marked)
      await dropPending()
    },
    takeSnapshot,
    returnTo,
    async revertTo(snapshot) {
      await dropPending()
      // Where no block was mined, no state was kept. The blocks cost more than all the rest of a reset.
      if (blocks.hasMined) await pushStatesOut()
      const isReverted = await rpc.request<boolean>('evm_revert', [snapshot])
      blocks.hasMined = false
      await blocks.resync()
      return isReverted
    },
    resync: blocks.resync,
    async pinSettings() {
      // Independent of each other, so their order does not matter.
      await Promise.all([
        rpc.request('anvil_setCoinbase', [COINBASE]),
        setGasLimit(GAS_LIMIT),
        rpc.request('anvil_autoImpersonateAccount', [true]),
        // Without an interval the pending block follows the wall clock. With it, evm_increaseTime is ignored.
        rpc.request('anvil_setBlockTimestampInterval', [Number(BLOCK_INTERVAL_SECONDS)]),
        blocks.pinNext(),
      ])
    },
    forget() {
      blocks.baseFeeWei = DEFAULT_BASE_FEE_WEI
      befores = undefined
      marked = undefined
      snapshots.clear()
    },
  }
}

/** Mines blocks whose timestamps and base fees are pinned. */
function createBlockMaker(rpc: RpcClient, startSeconds: bigint) {
  let headSeconds = startSeconds
  let nextSeconds: bigint | undefined
  /** A base fee of zero is the only one that anvil carries from block to block; after a revert nothing is certain. */
  let isFree = false
  const pinFee = async (baseFeeWei: bigint) => {
    isFree = false
    await rpc.request('anvil_setNextBlockBaseFeePerGas', [numberToHex(baseFeeWei)])
    isFree = baseFeeWei === 0n
  }
  const maker = {
    baseFeeWei: DEFAULT_BASE_FEE_WEI,
    /** Whether there was a block since it was last set. */
    hasMined: true,
    get headSeconds() {
      return headSeconds
    },
    pinFee,
    pinNext: () =>
      Promise.all([
        pinFee(maker.baseFeeWei),
        rpc.request('evm_setNextBlockTimestamp', [numberToHex(headSeconds + BLOCK_INTERVAL_SECONDS)]),
      ]),
    async mine(at: bigint | undefined, beforehand: () => Promise<void>) {
      const timestampSeconds = at ?? nextSeconds ?? headSeconds + BLOCK_INTERVAL_SECONDS
      if (maker.baseFeeWei > 0n || !isFree) await pinFee(maker.baseFeeWei)
      await beforehand()
      maker.hasMined = true
      await rpc.request('evm_mine', [Number(timestampSeconds)])
      headSeconds = timestampSeconds
      nextSeconds = undefined
    },
    async setNextTimestamp(timestampSeconds: bigint) {
      await rpc.request('evm_setNextBlockTimestamp', [numberToHex(timestampSeconds)])
      nextSeconds = timestampSeconds
    },
    async resync() {
      const block = await rpc.request<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
      headSeconds = BigInt(block.timestamp)
      nextSeconds = undefined
      isFree = false
    },
  }
  return maker
}

import type { Address, Hex, RpcTransactionReceipt } from 'viem'
import { HarnessError } from '../errors.ts'
import { type Anvil, type AnvilExit, startAnvil } from './anvil.ts'
import { readFingerprint } from './fingerprint.ts'
import type { RpcClient } from './rpc-client.ts'

/** Options of a fork. */
export interface ForkOptions<Prepared = void> {
  readonly binary: string
  readonly directory: string
  readonly name: string
  /** A fixed port, or any free one. */
  readonly port?: number
  readonly upstreamUrl: string
  readonly forkBlockNumber: bigint
  readonly chainId: number
  /** State of the upstream, loaded into the fork so that nothing is fetched while scenarios run. */
  readonly warmState?: Hex
  /** Builds what every scenario starts from; runs once, before the base snapshot. */
  readonly prepare: (fork: ForkControl) => Promise<Prepared>
  /** Timestamp of the first block of every scenario. */
  readonly startTimestampSeconds: bigint
}

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

/** A forked chain, reset for every scenario. */
export interface Fork<Prepared = unknown> extends ForkControl {
  /** What preparing it built. */
  readonly prepared: Prepared
  readonly url: string
  readonly pid: number
  readonly ipcPath: string
  /** Resolves when the node has ended, for whatever reason. */
  readonly exited: Promise<AnvilExit>
  /** Another connection: for the tested side (behind the firewall), or for the oracle. */
  connect(): Promise<RpcClient>
  /**
   * Go back to the base snapshot and pin everything that a revert leaves behind, then check for leaks.
   *
   * Nothing may be under way on any connection. After an error the fork is not to be used again.
   *
   * @throws HarnessError FORK_LEAK when something of the last scenario is still visible
   */
  reset(): Promise<void>
  /**
   * Compare the node with what it showed at its base snapshot; meant for a fork that was just reset.
   *
   * @throws HarnessError FORK_LEAK naming what differs
   */
  checkLeaks(): Promise<void>
  stop(): Promise<void>
}

/** Where EIP-2935 keeps block hashes; pre-set, or every new block asks the upstream for its slot. */
const HISTORY_STORAGE = '0x0000f90827f1c53a10cb7a02335b175320002935'
const HISTORY_SLOTS = 8_191n
const WARM_SLOTS = 512n
const ZERO_WORD = `0x${'0'.repeat(64)}`

/** Seconds between two blocks when nothing else is asked for. */
const BLOCK_INTERVAL_SECONDS = 1n

/** Base fee of a scenario that does not set one. */
const DEFAULT_BASE_FEE_WEI = 0n

/** States that are kept in memory: as far back as a node can lag, and as recovery looks. */
const KEPT_STATES = 16

const COINBASE = '0x00000000000000000000000000000000000000c0'
const GAS_LIMIT = 40_000_000n

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** Start a fork of an upstream, prepare it and take the base snapshot. */
export async function startFork<Prepared>(options: ForkOptions<Prepared>): Promise<Fork<Prepared>> {
  const anvil = await startAnvil({
    binary: options.binary,
    directory: options.directory,
    name: options.name,
    ...(options.port === undefined ? {} : { port: options.port }),
    parameters: {
      forkUrl: options.upstreamUrl,
      forkBlockNumber: options.forkBlockNumber,
      chainId: options.chainId,
      noStorageCaching: true,
      pruneHistory: KEPT_STATES,
      noMining: true,
      autoImpersonate: true,
      accounts: 1,
      noRequestSizeLimit: true,
      codeSizeLimit: 32_768,
    } as never,
  })
  try {
    return await prepareFork(anvil, options)
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

async function prepareFork<Prepared>(anvil: Anvil, options: ForkOptions<Prepared>): Promise<Fork<Prepared>> {
  const { rpc } = anvil
  let baseFeeWei = DEFAULT_BASE_FEE_WEI
  let headSeconds = 0n
  let nextSeconds: bigint | undefined
  let befores: Hex[] | undefined
  let discardedRuns = 0n
  const pinNext = (timestampSeconds: bigint) =>
    Promise.all([
      rpc.request('anvil_setNextBlockBaseFeePerGas', [quantity(baseFeeWei)]),
      rpc.request('evm_setNextBlockTimestamp', [quantity(timestampSeconds)]),
    ])
  const mine = async (timestampSeconds = nextSeconds ?? headSeconds + BLOCK_INTERVAL_SECONDS) => {
    await pinNext(timestampSeconds)
    // Anvil's own rollback leaves what contracts stored meanwhile.
    if (befores !== undefined) befores.push(await rpc.request<Hex>('evm_snapshot'))
    await rpc.request('evm_mine')
    headSeconds = timestampSeconds
    nextSeconds = undefined
  }
  const control: ForkControl = {
    rpc,
    mine,
    advance: (seconds) => mine(headSeconds + seconds),
    async setNextTimestamp(timestampSeconds) {
      await rpc.request('evm_setNextBlockTimestamp', [quantity(timestampSeconds)])
      nextSeconds = timestampSeconds
    },
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
    headTimestampSeconds: () => headSeconds,
    setBaseFeeWei(next) {
      baseFeeWei = next
    },
    keepBlocks() {
      befores = []
    },
    async rollback(blocks) {
      const [before] = befores?.splice(-blocks) ?? []
      const isReverted = before !== undefined && (await rpc.request<boolean>('evm_revert', [before]))
      if (!isReverted) {
        throw new HarnessError('STEP_IMPOSSIBLE', 'so many blocks cannot be taken away', {
          expected: `${blocks} blocks since the start`,
          found: 'fewer',
          hint: 'mine blocks before the reorganisation',
        })
      }
      await rpc.request('anvil_dropAllTransactions')
      await control.resync()
    },
    async revertTo(snapshot) {
      await rpc.request('anvil_dropAllTransactions')
      // No two of these blocks ever have the same hash.
      discardedRuns += 1n
      await rpc.request('evm_setBlockGasLimit', [quantity(GAS_LIMIT + discardedRuns)])
      await rpc.request('anvil_mine', [quantity(BigInt(KEPT_STATES + 1))])
      const isReverted = await rpc.request<boolean>('evm_revert', [snapshot])
      await rpc.request('evm_setBlockGasLimit', [quantity(GAS_LIMIT)])
      await control.resync()
      return isReverted
    },
    async resync() {
      const block = await rpc.request<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
      headSeconds = BigInt(block.timestamp)
      nextSeconds = undefined
    },
  }
  // Independent of each other, so their order does not matter.
  const pinSettings = () =>
    Promise.all([
      rpc.request('anvil_setCoinbase', [COINBASE]),
      rpc.request('evm_setBlockGasLimit', [quantity(GAS_LIMIT)]),
      rpc.request('anvil_autoImpersonateAccount', [true]),
      // Without an interval the pending block follows the wall clock. With it, evm_increaseTime is ignored.
      rpc.request('anvil_setBlockTimestampInterval', [Number(BLOCK_INTERVAL_SECONDS)]),
      pinNext(headSeconds + BLOCK_INTERVAL_SECONDS),
    ])
  /** Ends automine and interval mining alike; evm_setAutomine leaves the latter running. */
  const stopMining = () => rpc.request('evm_setIntervalMining', [0])

  if (options.warmState !== undefined) await rpc.request('anvil_loadState', [options.warmState])
  const first = options.forkBlockNumber
  await Promise.all(
    Array.from({ length: Number(WARM_SLOTS) }, (_, index) =>
      rpc.request('anvil_setStorageAt', [
        HISTORY_STORAGE,
        quantity((first + BigInt(index)) % HISTORY_SLOTS),
        ZERO_WORD,
      ]),
    ),
  )
  await control.resync()
  await pinSettings()
  const prepared = await options.prepare(control)
  if (headSeconds >= options.startTimestampSeconds) {
    throw new HarnessError('INTERNAL', 'preparing the fork passed the start time of scenarios', {
      expected: `a head before ${options.startTimestampSeconds}`,
      found: String(headSeconds),
      hint: 'raise the start time of the world',
    })
  }
  baseFeeWei = DEFAULT_BASE_FEE_WEI
  await control.mine(options.startTimestampSeconds)
  // What the fingerprint reads is fetched before the snapshot: a revert forgets what was fetched since.
  const [account] = await rpc.request<Address[]>('eth_accounts')
  const probes = [COINBASE, ...(account ? [account] : [])] as const
  await readFingerprint(rpc, probes)
  // The first block after a fork differs in details from later ones; a discarded one takes the difference away.
  const discarded = await rpc.request<Hex>('evm_snapshot')
  await control.mine()
  await control.revertTo(discarded)
  await stopMining()
  await pinSettings()
  const clean = await readFingerprint(rpc, probes)
  let snapshot = await rpc.request<Hex>('evm_snapshot')

  const checkLeaks = async () => {
    const found = await readFingerprint(rpc, probes)
    const names = Object.keys({ ...clean, ...found }).filter((name) => clean[name] !== found[name])
    if (names.length > 0) throw leak(names, clean, found)
  }
  return {
    ...control,
    prepared,
    url: anvil.url,
    pid: anvil.pid,
    ipcPath: anvil.ipcPath,
    exited: anvil.exited,
    connect: anvil.connect,
    async reset() {
      await stopMining()
      if (!(await control.revertTo(snapshot))) throw leak(['snapshot'], { snapshot }, { snapshot: 'gone' })
      baseFeeWei = DEFAULT_BASE_FEE_WEI
      befores = undefined
      await pinSettings()
      const accounts = await rpc.request<Address[]>('eth_accounts')
      for (const impersonated of accounts.filter((other) => other !== account)) {
        await rpc.request('anvil_stopImpersonatingAccount', [impersonated])
      }
      snapshot = await rpc.request<Hex>('evm_snapshot')
      await checkLeaks()
    },
    checkLeaks,
    stop: anvil.stop,
  }
}

type Shown = Readonly<Record<string, string>>

const leak = (names: readonly string[], expected: Shown, found: Shown) =>
  new HarnessError('FORK_LEAK', 'the fork still shows traces of the last scenario', {
    expected: names.map((name) => `${name} ${expected[name]}`).join(', '),
    found: names.map((name) => `${name} ${found[name]}`).join(', '),
    hint: 'the fork is recycled; if this repeats, a step leaves something behind that reset does not know',
  })

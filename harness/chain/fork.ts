import type { Hex } from 'viem'
import { HarnessError } from '../errors.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import type { RpcClient } from './rpc-client.ts'

/** Options of a fork. */
export interface ForkOptions {
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
  readonly prepare: (fork: ForkControl) => Promise<void>
  /** Timestamp of the first block of every scenario. */
  readonly startTimestampSeconds: bigint
}

/** Control over the blocks of a fork. */
export interface ForkControl {
  readonly rpc: RpcClient
  /** Mine one block with what is pending; its timestamp is one second after the head, or as given. */
  mine(timestampSeconds?: bigint): Promise<void>
  /** Timestamp of the head. */
  headTimestampSeconds(): bigint
  /** Base fee of the blocks that follow. */
  setBaseFeeWei(baseFeeWei: bigint): void
  /** Read the head again after something else moved it. */
  resync(): Promise<void>
}

/** A forked chain, reset for every scenario. */
export interface Fork extends ForkControl {
  readonly url: string
  readonly ipcPath: string
  connect(): Promise<RpcClient>
  /**
   * Go back to the base snapshot and pin everything that a revert leaves behind.
   *
   * @throws HarnessError FORK_LEAK when something of the last scenario is still visible
   */
  reset(): Promise<void>
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

const COINBASE = '0x00000000000000000000000000000000000000c0'
const GAS_LIMIT = '0x2625a00'

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** Start a fork of an upstream, prepare it and take the base snapshot. */
export async function startFork(options: ForkOptions): Promise<Fork> {
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
      pruneHistory: true,
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

async function prepareFork(anvil: Anvil, options: ForkOptions): Promise<Fork> {
  const { rpc } = anvil
  let baseFeeWei = DEFAULT_BASE_FEE_WEI
  let headSeconds = 0n
  const pinNext = (timestampSeconds: bigint) =>
    Promise.all([
      rpc.request('anvil_setNextBlockBaseFeePerGas', [quantity(baseFeeWei)]),
      rpc.request('evm_setNextBlockTimestamp', [quantity(timestampSeconds)]),
    ])
  const control: ForkControl = {
    rpc,
    async mine(timestampSeconds = headSeconds + BLOCK_INTERVAL_SECONDS) {
      await pinNext(timestampSeconds)
      await rpc.request('evm_mine')
      headSeconds = timestampSeconds
    },
    headTimestampSeconds: () => headSeconds,
    setBaseFeeWei(next) {
      baseFeeWei = next
    },
    async resync() {
      const block = await rpc.request<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
      headSeconds = BigInt(block.timestamp)
    },
  }
  const pinSettings = () =>
    Promise.all([
      rpc.request('anvil_setCoinbase', [COINBASE]),
      rpc.request('evm_setAutomine', [false]),
      rpc.request('evm_setBlockGasLimit', [GAS_LIMIT]),
      rpc.request('anvil_autoImpersonateAccount', [true]),
      // A revert restores neither of these.
      rpc.request('anvil_setNextBlockBaseFeePerGas', [quantity(DEFAULT_BASE_FEE_WEI)]),
    ])

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
  await pinSettings()
  await control.resync()
  await options.prepare(control)
  if (headSeconds >= options.startTimestampSeconds) {
    throw new HarnessError('INTERNAL', 'preparing the fork passed the start time of scenarios', {
      expected: `a head before ${options.startTimestampSeconds}`,
      found: String(headSeconds),
      hint: 'raise the start time of the world',
    })
  }
  await control.mine(options.startTimestampSeconds)
  // The first block after a fork differs in details from later ones; a discarded one takes the difference away.
  const discarded = await rpc.request('evm_snapshot')
  await control.mine()
  await rpc.request('evm_revert', [discarded])
  headSeconds = options.startTimestampSeconds

  const fingerprint = async () => {
    const [block, pending, automine, gasPrice] = await Promise.all([
      rpc.request<{ hash: Hex; number: Hex; baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false]),
      rpc.request<{ pending: Hex; queued: Hex }>('txpool_status'),
      rpc.request<boolean>('anvil_getAutomine'),
      rpc.request<Hex>('eth_gasPrice'),
    ])
    return {
      head: block.hash,
      pending: pending.pending,
      queued: pending.queued,
      automine: String(automine),
      gasPrice,
    }
  }
  await pinSettings()
  let snapshot = await rpc.request<Hex>('evm_snapshot')
  const clean = await fingerprint()

  return {
    ...control,
    url: anvil.url,
    ipcPath: anvil.ipcPath,
    connect: anvil.connect,
    async reset() {
      await rpc.request('evm_revert', [snapshot])
      await rpc.request('anvil_dropAllTransactions')
      await pinSettings()
      snapshot = await rpc.request<Hex>('evm_snapshot')
      baseFeeWei = DEFAULT_BASE_FEE_WEI
      headSeconds = options.startTimestampSeconds
      const found = await fingerprint()
      const leaks = Object.entries(clean).filter(([key, value]) => found[key as keyof typeof found] !== value)
      if (leaks.length > 0) {
        throw new HarnessError('FORK_LEAK', 'the fork still shows traces of the last scenario', {
          expected: leaks.map(([key, value]) => `${key} ${value}`).join(', '),
          found: leaks.map(([key]) => `${key} ${found[key as keyof typeof found]}`).join(', '),
          hint: 'the fork is recycled; if this repeats, a step leaves something behind that reset does not know',
        })
      }
    },
    async stop() {
      await anvil.stop()
    },
  }
}

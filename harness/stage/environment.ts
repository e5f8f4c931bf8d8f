import { join } from 'node:path'
import { type Address, erc20Abi } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { createChainReader, PROBE_ADDRESS } from '../../tools/core/chain-reader.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { PROBE_RUNTIME_BYTECODE } from '../../tools/core/generated/probe.ts'
import type { SdkPort } from '../../tools/core/sdk-port.ts'
import type { LocalWorld } from '../../tools/devtools/chain-control.ts'
import type { CheckpointSink } from '../../tools/safety/audit/checkpointer.ts'
import { createCheckpointFile } from '../audit/checkpoint-file.ts'
import type { StoreFiles } from '../audit/store-damage.ts'
import { createFetchedSlots, type FetchedSlots } from '../chain/fetched-slots.ts'
import type { WatchedCall } from '../chain/fingerprint.ts'
import { type Fork, type ForkOptions, startFork } from '../chain/fork.ts'
import type { ForkControl } from '../chain/fork-control.ts'
import { createForkPool } from '../chain/fork-pool.ts'
import { type LocalChain, startLocalChain } from '../chain/local-chain.ts'
import { nextTurn } from '../chain/next-turn.ts'
import { createRunDirectory, recordProcess } from '../chain/process-ledger.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { startUpstreamProxy } from '../chain/upstream-proxy.ts'
import { createReadClient } from '../chain/viem-client.ts'
import { HarnessError } from '../errors.ts'
import { createGuardianHost } from '../guardian/guardian-host.ts'
import { createSidecarHost } from '../sidecar/sidecar-host.ts'
import type { CagePolicy } from '../world/default-policy.ts'
import type { CageCapital } from '../world/deploy-cage.ts'
import { type GenesisAccounts, openGenesis } from '../world/dump.ts'
import { deployFixtures, describeFixtures, type Fixtures } from '../world/fixtures.ts'
import { keepReads } from '../world/keep-reads.ts'
import type { ChainName } from '../world/origin-chains.ts'
import { type ContractPins, codeOfChain, codeOfGenesis, readPins } from '../world/read-pins.ts'
import { listOwnTargets, listTargets } from '../world/safety-policy.ts'
import type { StageChain } from './stage-options.ts'
import { openUpstream, type Prepared, preparedOf, type Upstream } from './upstream.ts'

/** Options of an environment. */
export interface EnvironmentOptions {
  readonly upstream: Upstream
  readonly stateDir: string
  /** Where the stores of scenarios are, beside each other; below the state directory by default. */
  readonly storeDir?: string
  readonly anvilBinary: string
  /** Tells the environments of one run apart. */
  readonly index: number
  /** A fixed port for the fork, where others connect to it. */
  readonly port?: number
  /** Whether the fork keeps all its blocks, to be traced. */
  readonly keepsHistory?: boolean
  /** Opens the origin of a second chain; without, no scenario has one. */
  readonly openOrigin?: (chain: ChainName) => Promise<Upstream>
}

/** Requests to the nodes, by who asked. */
export interface RoundTrips {
  /** What the stack asks of either of its nodes. */
  readonly agent: number
  readonly harness: number
  readonly oracle: number
}

/** One fork with the fixtures on it and everything that is the same for all scenarios. */
export interface Environment extends StageChain {
  readonly sdks: SdkPort
  readonly fixtures: Fixtures
  readonly capital: CageCapital
  readonly cagePolicy: CagePolicy
  /** Block on which the fork stands: the account and its operator begin after it. */
  readonly firstBlock: bigint
  /** Code and implementations of all targets, as they were before any scenario. */
  readonly pins: ContractPins
  /** Requests so far, those to forks that were replaced included, those that prepared a fork left out. */
  readonly roundTrips: RoundTrips
  /** Places for the durable store of one scenario and its checkpoints; they go with the environment. */
  newStore(): Pick<StoreFiles, 'storePath'> &
    Partial<StoreFiles> & { readonly checkpointSink: CheckpointSink }
  /** Reset the fork; a fork that leaks is replaced. A cold one has kept nothing of what scenarios fetched before. */
  reset(options?: { readonly isCold?: boolean }): Promise<void>
  /**
   * Hold that fork, origin, guardian and SDKs were there since the last reset: without them a failure says nothing about
   * the stack, and with a dead origin neither does a pass.
   *
   * @throws HarnessError ANVIL_EXITED, RPC_UNREACHABLE, GUARDIAN_EXITED, SIDECAR_EXITED
   */
  assertAlive(outcome: 'passed' | 'failed'): Promise<void>
  /**
   * Open the environment of a second chain beside this one, once for each chain; it goes with this one.
   *
   * @throws HarnessError STEP_IMPOSSIBLE where this one is of no embedded origin
   */
  openBeside(chain: ChainName): Promise<Environment>
  /** The environments that were opened beside this one. */
  listBesides(): readonly Environment[]
  stop(): Promise<void>
}

/** Seconds between the upstream's head and the first second of a scenario: room for the fixtures' blocks. */
const FIXTURE_SECONDS = 12

/**
 * Start a fork, put the fixtures on it and open the three connections. One that does not come to be whole leaves nothing
 * behind.
 */
export async function createEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const ends: (() => unknown)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    return await openEnvironment(options, { atStop: (...own) => void ends.push(...own), stop })
  } catch (cause) {
    await stop().catch(() => undefined)
    throw cause
  }
}

/** Ends what was opened of an environment, the last first. */
interface Ending {
  atStop(...ends: (() => unknown)[]): void
  stop(): Promise<void>
}

async function openEnvironment(options: EnvironmentOptions, { atStop, stop }: Ending): Promise<Environment> {
  const directory = createRunDirectory(options.stateDir)
  atStop(directory.remove)
  const stores = createRunDirectory(options.storeDir ?? options.stateDir)
  atStop(stores.remove)
  const { upstream } = options
  const fetched = createFetchedSlots(upstream.blockNumber)
  const prepared = preparedOf(upstream)
  const readAccounts = prepared && openGenesis(prepared.genesis)
  const proxy = await startUpstreamProxy(openUpstream(upstream, readAccounts), fetched)
  atStop(proxy.stop)
  const pool = createForks(options, { directory: directory.path, upstreamUrl: proxy.url, fetched })
  // Whatever holds its requests back would hold back a fork that starts.
  atStop(pool.dispose, proxy.heal)
  const guardians = createGuardianHost({
    directory: directory.path,
    ledgerDirectory: stores.path,
    stateDir: options.stateDir,
  })
  const sdks = createSidecarHost({
    directory: directory.path,
    onStarted: (entry) => recordProcess(directory.path, entry),
  })
  const besides = createBesides(options)
  atStop(sdks.stop, guardians.stop, besides.stopBesides)
  const [leased, read] = await Promise.all([
    pool.lease().catch((cause: unknown) => {
      throw proxy.failure ?? cause
    }),
    readAccounts && readPreparedPins(upstream.book, prepared, readAccounts),
  ])
  let lease = leased
  let current = await connect(lease.fork)
  let replaced: RoundTrips = { agent: 0, harness: 0, oracle: 0 }
  const fixtures = lease.fork.prepared
  return {
    ...besides,
    book: upstream.book,
    fixtures,
    capital: fixtures.capital,
    cagePolicy: fixtures.policy,
    firstBlock: upstream.blockNumber,
    pins: read ?? (await readForkedPins(current.oracleRpc, upstream.book, fixtures)),
    guardians,
    sdks,
    // The faults of a user's chain are its own.
    upstream: prepared === undefined ? undefined : proxy,
    get fork() {
      return current.fork
    },
    get agentRpc() {
      return current.agentRpc
    },
    get oracleRpc() {
      return current.oracleRpc
    },
    get secondRpc() {
      return current.secondRpc
    },
    get roundTrips() {
      return sumRoundTrips(replaced, current.countRoundTrips())
    },
    startLocal: createLocalStart(options, { directory: directory.path, url: proxy.url }),
    newStore: countStores(stores.path),
    async reset({ isCold = false } = {}) {
      proxy.heal()
      proxy.forget()
      sdks.forget()
      lease = await pool.renew(lease)
      if (isCold) await lease.fork.cool()
      // Whatever a scenario did to its node, the next one gets a new one.
      if (lease.fork === current.fork) return
      replaced = sumRoundTrips(replaced, current.countRoundTrips())
      current = await connect(lease.fork)
    },
    async assertAlive(outcome) {
      await guardians.assertAlive()
      if (outcome === 'failed')
        await Promise.all([current.fork.rpc.request('web3_clientVersion'), sdks.assertAlive()])
      if (proxy.failure === undefined) return
      // What was asked again and answered in the end did a pass no harm.
      if (outcome === 'failed') throw proxy.failure
      await proxy.ping()
    },
    stop,
  }
}

/** Open the environments of second chains when they are first asked for. */
function createBesides({ openOrigin, upstream, port: _, ...options }: EnvironmentOptions) {
  const opening = new Map<ChainName, Promise<Environment>>()
  const opened: Environment[] = []
  const open = async (chain: ChainName) => {
    if (openOrigin === undefined || !('genesis' in upstream.origin)) {
      throw new HarnessError('STEP_IMPOSSIBLE', `no second chain stands beside this one: ${chain}`, {
        expected: 'the embedded origin',
        found: openOrigin ? 'a chain behind a URL, or a cassette' : 'a run that opens one chain alone',
        hint: 'run it by assay run, without --rpc-url, --record and --replay',
      })
    }
    const environment = await createEnvironment({ ...options, upstream: await openOrigin(chain) })
    opened.push(environment)
    return environment
  }
  return {
    openBeside(chain: ChainName) {
      const known = opening.get(chain) ?? open(chain)
      opening.set(chain, known)
      // What could not be opened is tried again by the next scenario.
      known.catch(() => opening.delete(chain))
      return known
    },
    listBesides: () => opened,
    async stopBesides() {
      await Promise.allSettled(opening.values())
      for (const environment of opened) await environment.stop()
    },
  }
}

/** Create the pool of the one fork that scenarios take turns on. */
const createForks = (
  { upstream, anvilBinary, index, port, keepsHistory = false }: EnvironmentOptions,
  {
    directory,
    upstreamUrl,
    fetched,
  }: Pick<ForkOptions, 'directory' | 'upstreamUrl'> & { readonly fetched: FetchedSlots },
) => {
  const genesis = preparedOf(upstream)?.genesis
  return createForkPool({
    size: 1,
    create: (start) =>
      startFork({
        binary: anvilBinary,
        directory,
        name: `fork-${index}-${start}`,
        ...(port === undefined ? {} : { port }),
        upstreamUrl,
        keepsHistory,
        fetched,
        forkBlockNumber: upstream.blockNumber,
        chainId: upstream.book.chainId,
        ...(genesis === undefined ? {} : { genesis }),
        forkTimestampSeconds: BigInt(upstream.timestampSeconds),
        startTimestampSeconds: BigInt(upstream.timestampSeconds + FIXTURE_SECONDS),
        async prepare(control) {
          const fixtures = await prepareFixtures(control, upstream)
          await control.rpc.request('anvil_setCode', [PROBE_ADDRESS, PROBE_RUNTIME_BYTECODE])
          return fixtures
        },
        watch: watchCapital,
      }),
  })
}

/** The id of a local chain that holds nothing. */
const EMPTY_CHAIN = 31_337

/** Start chains beside the fork: empty ones, and forks of the same origin at the same block. */
function createLocalStart(
  { upstream, anvilBinary, index }: EnvironmentOptions,
  { directory, url }: { readonly directory: string; readonly url: string },
): (world: LocalWorld) => Promise<LocalChain> {
  let started = 0
  return (world) => {
    started += 1
    const node = { binary: anvilBinary, directory, name: `local-${index}-${started}` }
    if (world === 'empty') return startLocalChain(node, { chainId: EMPTY_CHAIN })
    const fork = { url, blockNumber: upstream.blockNumber }
    return startLocalChain(node, { chainId: upstream.book.chainId, fork })
  }
}

/** Every scenario begins with the capital of the cage. */
const watchCapital = ({ cage, capital }: Fixtures): readonly WatchedCall[] =>
  capital.tokens.map(({ token }) => ({
    name: `what the cage has of ${token}`,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [cage] }),
  }))

async function prepareFixtures(control: ForkControl, upstream: Upstream): Promise<Fixtures> {
  const { book } = upstream
  const prepared = preparedOf(upstream)
  if (prepared !== undefined) return describeFixtures(book, prepared.cage)
  const fixtures = await deployFixtures(control, { book })
  await keepReads(control, book, fixtures)
  return fixtures
}

interface Connected extends Pick<StageChain, 'fork' | 'agentRpc' | 'oracleRpc' | 'secondRpc'> {
  /** Since they were connected. */
  countRoundTrips(): RoundTrips
}

async function connect(fork: Fork): Promise<Connected> {
  const [agentRpc, secondRpc, oracleRpc] = await Promise.all([
    fork.connect(),
    fork.connect(),
    fork.connect({ recalls: true }),
  ])
  const preparing = fork.rpc.roundTrips
  return {
    fork,
    agentRpc,
    oracleRpc,
    secondRpc,
    countRoundTrips: () => ({
      agent: agentRpc.roundTrips + secondRpc.roundTrips,
      harness: fork.rpc.roundTrips - preparing,
      oracle: oracleRpc.roundTrips,
    }),
  }
}

/** Add up requests. */
export const sumRoundTrips = (...all: readonly RoundTrips[]): RoundTrips =>
  all.reduce(
    (sum, { agent, harness, oracle }) => ({
      agent: sum.agent + agent,
      harness: sum.harness + harness,
      oracle: sum.oracle + oracle,
    }),
    { agent: 0, harness: 0, oracle: 0 },
  )

/** Every contract whose code and implementation the policies of scenarios pin. */
function listPinned(book: AddressBook, { policy, cage }: Fixtures): readonly Address[] {
  const listed = [...listTargets(policy), ...listOwnTargets(book, cage)]
  return [...new Set(listed.map(({ address }) => address))]
}

/** Read the pins of an upstream whose accounts are at hand, while its fork starts. */
async function readPreparedPins(
  book: AddressBook,
  { cage }: Prepared,
  readAccounts: () => GenesisAccounts,
): Promise<ContractPins> {
  await nextTurn()
  return readPins(codeOfGenesis(readAccounts()), listPinned(book, describeFixtures(book, cage)))
}

/** Read the pins from a fork that no scenario had yet. */
const readForkedPins = (rpc: RpcClient, book: AddressBook, fixtures: Fixtures): Promise<ContractPins> =>
  readPins(
    codeOfChain(createChainReader(createReadClient(rpc, book.chainId), book.chainId)),
    listPinned(book, fixtures),
  )

/** Give each scenario that needs one the places of a store of its own. */
function countStores(directory: string): Environment['newStore'] {
  let stores = 0
  return () => {
    stores += 1
    const path = join(directory, `safety-${stores}`)
    const checkpointPath = `${path}.checkpoints`
    return {
      storePath: `${path}.sqlite`,
      checkpointPath,
      checkpointSink: createCheckpointFile(checkpointPath),
    }
  }
}

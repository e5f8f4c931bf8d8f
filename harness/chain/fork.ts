import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from 'viem'
import { HarnessError } from '../errors.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import type { AnvilExit } from './anvil-process.ts'
import { withFeeHistory } from './fee-history.ts'
import type { FetchedSlots } from './fetched-slots.ts'
import { readFingerprint, type WatchedCall } from './fingerprint.ts'
import { COINBASE, createForkControl, type ForkControl, type ForkReset, KEPT_STATES } from './fork-control.ts'
import { presetBlockHashes } from './preset-block-hashes.ts'
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
  /** Timestamp of that block. */
  readonly forkTimestampSeconds: bigint
  readonly chainId: number
  /** Accounts of the upstream, block hashes to come included, as a genesis file: they are asked for nowhere then. */
  readonly genesis?: string | Uint8Array
  /** What forks of the upstream asked it for: kept in the fork from its next reset on. */
  readonly fetched?: Pick<FetchedSlots, 'fetched' | 'dropSince'>
  /** Builds what every scenario starts from; runs once, before the base snapshot. */
  readonly prepare: (fork: ForkControl) => Promise<Prepared>
  /** Name calls whose answers a leak would change. */
  readonly watch?: (prepared: Prepared) => readonly WatchedCall[]
  /** Timestamp of the first block of every scenario. */
  readonly startTimestampSeconds: bigint
  /** Keep every block and state, for traces; without it the newest alone are kept. */
  readonly keepsHistory?: boolean
}

/** A forked chain, reset for every scenario. */
export interface Fork<Prepared = unknown> extends ForkControl {
  /** What preparing it built. */
  readonly prepared: Prepared
  readonly url: string
  readonly pid: number
  /** The last block of the upstream that it has. */
  readonly forkBlockNumber: bigint
  readonly ipcPath: string
  /** Resolves when the node has ended, for whatever reason. */
  readonly exited: Promise<AnvilExit>
  /** Another connection: for the tested side (behind the firewall), or for the oracle, whose reads may be recalled. */
  readonly connect: Anvil['connect']
  /**
   * Go back to the base snapshot and pin everything that a revert leaves behind, then check for leaks.
   *
   * Nothing may be under way on any connection. After an error the fork is not to be used again.
   *
   * @throws HarnessError FORK_LEAK when something of the last scenario is still visible
   */
  reset(): Promise<void>
  /**
   * Forget what was kept of the upstream, until the next reset: what a scenario asks the upstream for then does not
   * depend on scenarios before it. Meant for a fork that was just reset.
   */
  cool(): Promise<void>
  /**
   * Compare the node with what it showed at its base snapshot; meant for a fork that was just reset.
   *
   * @throws HarnessError FORK_LEAK naming what differs
   */
  checkLeaks(): Promise<void>
  stop(): Promise<void>
}

/** Start a fork of an upstream, prepare it and take the base snapshot. */
export async function startFork<Prepared>(options: ForkOptions<Prepared>): Promise<Fork<Prepared>> {
  const genesisPath = join(options.directory, `${options.name}.genesis.json`)
  if (options.genesis !== undefined) writeFileSync(genesisPath, options.genesis)
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
      ...(options.keepsHistory ? {} : { pruneHistory: KEPT_STATES }),
      noMining: true,
      autoImpersonate: true,
      accounts: 1,
      noRequestSizeLimit: true,
      codeSizeLimit: 32_768,
      ...(options.genesis === undefined ? {} : { init: genesisPath }),
    } as never,
  }).finally(() => rmSync(genesisPath, { force: true }))
  try {
    return await prepareFork(anvil, options)
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

async function prepareFork<Prepared>(anvil: Anvil, options: ForkOptions<Prepared>): Promise<Fork<Prepared>> {
  const { rpc } = anvil
  const { fetched } = options
  const fetchedBefore = fetched?.fetched.length ?? 0
  const control = createForkControl(rpc, options.forkTimestampSeconds)
  if (options.genesis === undefined) await presetBlockHashes(rpc, options.forkBlockNumber)
  await control.pinSettings()
  const prepared = await options.prepare(control)
  const watched = options.watch?.(prepared) ?? []
  await moveToStart(control, options.startTimestampSeconds)
  const [account] = await rpc.request<Address[]>('eth_accounts')
  const probes = [COINBASE, ...(account ? [account] : [])] as const
  // What the fingerprint reads is fetched before the snapshot: a revert forgets what was fetched since.
  await readFingerprint(rpc, probes, watched)
  await discardFirstBlock(control)
  await stopMining(rpc)
  await control.pinSettings()
  const clean = await readFingerprint(rpc, probes, watched)
  fetched?.dropSince(fetchedBefore)
  const base = createBase(control, fetched?.fetched ?? [])
  await base.take()
  const checkLeaks = async () => {
    const found = await readFingerprint(rpc, probes, watched)
    const names = Object.keys({ ...clean, ...found }).filter((name) => clean[name] !== found[name])
    if (names.length > 0) throw leak(names, clean, found)
  }
  const { pinSettings: _, forget: __, ...published } = control
  return {
    ...published,
    prepared,
    url: anvil.url,
    pid: anvil.pid,
    forkBlockNumber: options.forkBlockNumber,
    ipcPath: anvil.ipcPath,
    exited: anvil.exited,
    connect: async (how) =>
      withFeeHistory(await anvil.connect(how), { aside: rpc, forkBlockNumber: options.forkBlockNumber }),
    async reset() {
      await stopMining(rpc)
      await base.revert()
      control.forget()
      await control.pinSettings()
      const accounts = await rpc.request<Address[]>('eth_accounts')
      for (const impersonated of accounts.filter((other) => other !== account)) {
        await rpc.request('anvil_stopImpersonatingAccount', [impersonated])
      }
      await base.keep()
      await checkLeaks()
    },
    async cool() {
      await base.cool()
      await control.pinSettings()
      await checkLeaks()
    },
    checkLeaks,
    stop: anvil.stop,
  }
}

/** What a fork goes back to: as it was prepared, and above that with the slots that are kept. */
function createBase({ rpc, revertTo }: ForkReset, fetched: FetchedSlots['fetched']) {
  const snapshot = () => rpc.request<Hex>('evm_snapshot')
  let [cold, warm]: [Hex, Hex | undefined] = ['0x', undefined]
  let kept = 0
  const goTo = async (id: Hex) => {
    if (!(await revertTo(id))) throw leak(['snapshot'], { snapshot: id }, { snapshot: 'gone' })
  }
  return {
    async take() {
      cold = await snapshot()
    },
    async revert() {
      await goTo(warm ?? cold)
      if (warm === undefined) cold = await snapshot()
    },
    async keep() {
      const fresh = fetched.slice(kept)
      kept += fresh.length
      await Promise.all(fresh.map(([method, params]) => rpc.request(method, params)))
      warm = await snapshot()
    },
    async cool() {
      await goTo(cold)
      ;[cold, warm, kept] = [await snapshot(), undefined, 0]
    },
  }
}

/** Mine the first block of every scenario. */
async function moveToStart(control: ForkReset, startSeconds: bigint): Promise<void> {
  const head = control.headTimestampSeconds()
  if (head >= startSeconds) {
    throw new HarnessError('INTERNAL', 'preparing the fork passed the start time of scenarios', {
      expected: `a head before ${startSeconds}`,
      found: String(head),
      hint: 'raise the start time of the world',
    })
  }
  control.forget()
  await control.mine(startSeconds)
}

/** Take a difference away: the first block after a fork differs in details from later ones. */
async function discardFirstBlock(control: ForkReset): Promise<void> {
  const discarded = await control.rpc.request<Hex>('evm_snapshot')
  await control.mine()
  await control.revertTo(discarded)
}

/** End automine and interval mining alike; evm_setAutomine leaves the latter running. */
const stopMining = (rpc: RpcClient) => rpc.request('evm_setIntervalMining', [0])

type Shown = Readonly<Record<string, string>>

const leak = (names: readonly string[], expected: Shown, found: Shown) =>
  new HarnessError('FORK_LEAK', 'the fork still shows traces of the last scenario', {
    expected: names.map((name) => `${name} ${expected[name]}`).join(', '),
    found: names.map((name) => `${name} ${found[name]}`).join(', '),
    hint: 'the fork is recycled; if this repeats, a step leaves something behind that reset does not know',
  })

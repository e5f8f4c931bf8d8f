import { readKeptVersion } from '../chain/binaries.ts'
import { installCleanup } from '../chain/install-cleanup.ts'
import { reapOrphans } from '../chain/process-ledger.ts'
import { HarnessError } from '../errors.ts'
import { findOriginCache, readOriginCache } from '../world/origin-cache.ts'
import { type ChainName, DEFAULT_CHAIN } from '../world/origin-chains.ts'
import { assertWritable } from './assert-writable.ts'
import { chooseStoreDir } from './choose-store-dir.ts'
import { findAnvil } from './find-anvil.ts'
import { unlessInterrupted } from './interrupted.ts'
import { deriveOnce } from './kept-by-code.ts'
import { STATE_DIR } from './paths.ts'
import type { ForkedChain, Tape } from './tape.ts'

/** Options that choose the chain that is forked. */
export interface UpstreamOptions {
  /** Chain that the embedded origin stands for; Ethereum by default. */
  readonly chain?: ChainName
  readonly rpcUrl?: string
  /** File to which everything is written that forks ask of the chain. */
  readonly record?: string
  /** Cassette that stands for the chain; no network is asked. */
  readonly replay?: string
  readonly forkBlockNumber?: string
  /** Path of an anvil binary. */
  readonly anvil?: string
  readonly port?: number
  /** Where caches and sockets are; in the project by default. */
  readonly stateDir?: string
  readonly onProgress: (message: string) => void
  /** Aborted: the set-up is given up. */
  readonly signal?: AbortSignal
}

/** The chain that is forked. */
export interface ServedUpstream extends ForkedChain {
  /** Present while what forks ask of it is recorded; whoever is served stops it. */
  readonly tape?: Tape
  readonly anvilBinary: string
  readonly anvilVersion: string
  readonly stateDir: string
  /** Where the stores of scenarios go, and what else is made for this run alone. */
  readonly storeDir: string
}

/** Find anvil, clean up after killed runs, and take the embedded origin or check the user's RPC endpoint. */
export async function serveUpstream(options: UpstreamOptions): Promise<ServedUpstream> {
  checkOptions(options)
  const forks = openForks(options)
  const found = await openOrigin(options, forks.anvilBinary)
  if (options.record === undefined) return { ...found, ...forks }
  const { startTape } = await import('./tape.ts')
  const tape = await startTape(found)
  return { ...found, ...forks, upstream: tape.upstream, tape }
}

/** What forks are started with, whatever they fork. */
export type Forks = Pick<ServedUpstream, 'anvilBinary' | 'anvilVersion' | 'stateDir' | 'storeDir'>

/** Find anvil, and clean up after killed runs. */
export function openForks(options: Pick<UpstreamOptions, 'anvil' | 'onProgress' | 'stateDir'>): Forks {
  const anvilBinary = findAnvil(options.anvil)
  const { stateDir = STATE_DIR } = options
  const storeDir = chooseStoreDir(stateDir)
  const reaped = reapOrphans(stateDir)
  reapOrphans(storeDir)
  if (reaped.pids.length > 0)
    options.onProgress(`stopped ${reaped.pids.length} anvil of an earlier run that was killed`)
  for (const directory of [stateDir, storeDir]) installCleanup(directory, { signals: false })
  return { anvilBinary, anvilVersion: readKeptVersion(anvilBinary, stateDir), stateDir, storeDir }
}

function checkOptions({ rpcUrl, forkBlockNumber, record, replay }: UpstreamOptions): void {
  if (forkBlockNumber !== undefined && rpcUrl === undefined) {
    throw new HarnessError('BAD_USAGE', '--fork-block-number needs --rpc-url', {
      expected: 'the chain to which the block belongs',
      found: `--fork-block-number ${forkBlockNumber} alone`,
      hint: 'pass --rpc-url <url>, or leave it out: the embedded origin has one block to fork',
    })
  }
  const other = rpcUrl === undefined ? (record === undefined ? undefined : '--record') : '--rpc-url'
  if (replay !== undefined && other !== undefined) {
    throw new HarnessError('BAD_USAGE', `--replay does not go with ${other}`, {
      expected: 'one chain: a cassette holds its own, with its block',
      found: `--replay and ${other}`,
      hint: `leave out --replay or ${other}`,
    })
  }
  if (record !== undefined) assertWritable(record)
}

async function openOrigin(options: UpstreamOptions, anvilBinary: string): Promise<ForkedChain> {
  const { rpcUrl, replay, stateDir = STATE_DIR } = options
  if (replay !== undefined) {
    const { loadCassette } = await import('./tape.ts')
    return loadCassette(replay, stateDir)
  }
  return rpcUrl === undefined ? serveEmbedded(options, anvilBinary) : checkEndpoint({ ...options, rpcUrl })
}

async function checkEndpoint({
  rpcUrl,
  forkBlockNumber,
  signal = NEVER,
}: UpstreamOptions & { readonly rpcUrl: string }): Promise<ForkedChain> {
  if (forkBlockNumber === undefined || !/^\d+$/.test(forkBlockNumber)) {
    throw new HarnessError('BAD_USAGE', '--rpc-url needs --fork-block-number', {
      expected: 'a block number, so that the run can be repeated',
      found: forkBlockNumber ?? 'none',
      hint: 'pass --fork-block-number <number>',
    })
  }
  const { openCustomOrigin } = await import('../world/custom-origin.ts')
  const opening = openCustomOrigin({ rpcUrl, blockNumber: BigInt(forkBlockNumber) })
  const { url, head, book, contentHash } = await unlessInterrupted(signal, opening)
  return {
    upstream: {
      blockNumber: BigInt(head.number),
      timestampSeconds: head.timestampSeconds,
      book,
      origin: { url },
    },
    kind: 'rpc',
    worldHash: contentHash,
    blockHash: head.hash,
  }
}

const serveEmbedded = (options: UpstreamOptions, anvilBinary: string) =>
  openEmbedded({ ...options, anvilBinary })

/** Open the embedded origin of a chain; what is kept of it is built first where it is not there. */
export async function openEmbedded({
  onProgress = () => undefined,
  signal = NEVER,
  stateDir = STATE_DIR,
  chain = DEFAULT_CHAIN,
  anvilBinary,
}: Partial<Pick<UpstreamOptions, 'onProgress' | 'signal' | 'stateDir' | 'chain'>> & {
  readonly anvilBinary: string
}): Promise<ForkedChain> {
  const build = async () => {
    const { buildOrigin } = await import('../world/origin.ts')
    return buildOrigin({
      stateDir,
      anvilBinary,
      chain,
      onCompiling: () => onProgress('compiling the cage, once until its sources change'),
      onProgress: ({ step, index, total }) =>
        onProgress(`building the origin of ${chain}: ${step} (${index + 1}/${total})`),
      onWarning: onProgress,
    })
  }
  const name = `origin of ${chain} on anvil ${readKeptVersion(anvilBinary, stateDir)}`
  let built: Awaited<ReturnType<typeof build>> | undefined
  const described = deriveOnce(stateDir, name, async () => {
    built = await build()
    return { contentHash: built.contentHash, book: built.book }
  })
  const { contentHash, book } = await unlessInterrupted(signal, described)
  const origin =
    built ??
    readOriginCache(findOriginCache(stateDir, contentHash), contentHash) ??
    (await unlessInterrupted(signal, build()))
  const { head } = origin
  return {
    upstream: {
      blockNumber: BigInt(head.number),
      timestampSeconds: head.timestampSeconds,
      book,
      origin: {
        chainId: book.chainId,
        headNumber: head.number,
        genesis: origin.genesis,
        history: origin.history,
        cage: origin.cage,
      },
    },
    kind: 'embedded',
    worldHash: contentHash,
    blockHash: head.hash,
  }
}

/** Of a set-up that nothing can interrupt. */
const NEVER = new AbortController().signal

import { readVersion } from '../chain/binaries.ts'
import { installCleanup } from '../chain/install-cleanup.ts'
import { reapOrphans } from '../chain/process-ledger.ts'
import { HarnessError } from '../errors.ts'
import type { Upstream } from '../stage/upstream.ts'
import { openCustomOrigin } from '../world/custom-origin.ts'
import { buildOrigin } from '../world/origin.ts'
import { chooseStoreDir } from './choose-store-dir.ts'
import { findAnvil } from './find-anvil.ts'
import { unlessInterrupted } from './interrupted.ts'
import { STATE_DIR } from './paths.ts'

/** Options that choose the chain that is forked. */
export interface UpstreamOptions {
  readonly rpcUrl?: string
  readonly forkBlockNumber?: string
  /** Path of an anvil binary. */
  readonly anvil?: string
  readonly port?: number
  readonly onProgress: (message: string) => void
  /** Aborted: the set-up is given up. */
  readonly signal?: AbortSignal
}

/** The chain that is forked. */
export interface ServedUpstream {
  readonly upstream: Upstream
  readonly kind: 'embedded' | 'rpc'
  readonly worldHash: string
  readonly anvilBinary: string
  readonly anvilVersion: string
  /** Where the stores of scenarios go, and what else is made for this run alone. */
  readonly storeDir: string
}

/** Find anvil, clean up after killed runs, and take the embedded origin or check the user's RPC endpoint. */
export async function serveUpstream(options: UpstreamOptions): Promise<ServedUpstream> {
  if (options.forkBlockNumber !== undefined && options.rpcUrl === undefined) {
    throw new HarnessError('BAD_USAGE', '--fork-block-number needs --rpc-url', {
      expected: 'the chain to which the block belongs',
      found: `--fork-block-number ${options.forkBlockNumber} alone`,
      hint: 'pass --rpc-url <url>, or leave it out: the embedded origin has one block to fork',
    })
  }
  const anvilBinary = findAnvil(options.anvil)
  const storeDir = chooseStoreDir(STATE_DIR)
  const anvil = { anvilBinary, anvilVersion: readVersion(anvilBinary), storeDir }
  const reaped = reapOrphans(STATE_DIR)
  reapOrphans(storeDir)
  if (reaped.pids.length > 0)
    options.onProgress(`stopped ${reaped.pids.length} anvil of an earlier run that was killed`)
  for (const directory of [STATE_DIR, storeDir]) installCleanup(directory, { signals: false })
  const { rpcUrl } = options
  return rpcUrl === undefined ? serveEmbedded(options, anvil) : checkEndpoint({ ...options, rpcUrl }, anvil)
}

type Anvil = Pick<ServedUpstream, 'anvilBinary' | 'anvilVersion' | 'storeDir'>

async function checkEndpoint(
  { rpcUrl, forkBlockNumber, signal = NEVER }: UpstreamOptions & { readonly rpcUrl: string },
  anvil: Anvil,
): Promise<ServedUpstream> {
  if (forkBlockNumber === undefined || !/^\d+$/.test(forkBlockNumber)) {
    throw new HarnessError('BAD_USAGE', '--rpc-url needs --fork-block-number', {
      expected: 'a block number, so that the run can be repeated',
      found: forkBlockNumber ?? 'none',
      hint: 'pass --fork-block-number <number>',
    })
  }
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
    ...anvil,
  }
}

async function serveEmbedded(
  { onProgress, signal = NEVER }: UpstreamOptions,
  anvil: Anvil,
): Promise<ServedUpstream> {
  const { anvilBinary } = anvil
  const building = buildOrigin({
    stateDir: STATE_DIR,
    anvilBinary,
    onProgress: ({ step, index, total }) =>
      onProgress(`building the origin: ${step} (${index + 1}/${total})`),
    onWarning: onProgress,
  })
  const origin = await unlessInterrupted(signal, building)
  const { head, book } = origin
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
    worldHash: origin.contentHash,
    ...anvil,
  }
}

/** Of a set-up that nothing can interrupt. */
const NEVER = new AbortController().signal

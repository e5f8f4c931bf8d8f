import { findBinary, readVersion } from '../chain/binaries.ts'
import { installCleanup } from '../chain/install-cleanup.ts'
import { reapOrphans } from '../chain/process-ledger.ts'
import { HarnessError } from '../errors.ts'
import type { Upstream } from '../stage/environment.ts'
import { openCustomOrigin } from '../world/custom-origin.ts'
import { buildOrigin } from '../world/origin.ts'
import { startOrigin } from '../world/start-origin.ts'
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

/** The chain that is forked, being served. */
export interface ServedUpstream {
  readonly upstream: Upstream
  readonly kind: 'embedded' | 'rpc'
  readonly worldHash: string
  readonly anvilBinary: string
  readonly anvilVersion: string
  /** Resolves with what to say when the origin ends before it is stopped. */
  readonly lost: Promise<HarnessError>
  stop(): Promise<void>
}

/** Find anvil, clean up after killed runs, and serve the embedded origin or check the user's RPC endpoint. */
export async function serveUpstream(options: UpstreamOptions): Promise<ServedUpstream> {
  if (options.forkBlockNumber !== undefined && options.rpcUrl === undefined) {
    throw new HarnessError('BAD_USAGE', '--fork-block-number needs --rpc-url', {
      expected: 'the chain to which the block belongs',
      found: `--fork-block-number ${options.forkBlockNumber} alone`,
      hint: 'pass --rpc-url <url>, or leave it out: the embedded origin has one block to fork',
    })
  }
  const { onProgress, signal = new AbortController().signal } = options
  const anvilBinary = findBinary('anvil', {
    ...(options.anvil ? { override: options.anvil } : {}),
    searchPath: process.env.PATH ?? '',
  })
  const anvilVersion = readVersion(anvilBinary)
  const reaped = reapOrphans(STATE_DIR)
  if (reaped.pids.length > 0)
    onProgress(`stopped ${reaped.pids.length} anvil of an earlier run that was killed`)
  installCleanup(STATE_DIR, { signals: false })

  if (options.rpcUrl !== undefined) {
    if (options.forkBlockNumber === undefined || !/^\d+$/.test(options.forkBlockNumber)) {
      throw new HarnessError('BAD_USAGE', '--rpc-url needs --fork-block-number', {
        expected: 'a block number, so that the run can be repeated',
        found: options.forkBlockNumber ?? 'none',
        hint: 'pass --fork-block-number <number>',
      })
    }
    const origin = await unlessInterrupted(
      signal,
      openCustomOrigin({ rpcUrl: options.rpcUrl, blockNumber: BigInt(options.forkBlockNumber) }),
    )
    return {
      upstream: {
        url: origin.url,
        blockNumber: BigInt(origin.head.number),
        timestampSeconds: origin.head.timestampSeconds,
        book: origin.book,
      },
      kind: 'rpc',
      worldHash: origin.contentHash,
      anvilBinary,
      anvilVersion,
      lost: Promise.withResolvers<HarnessError>().promise,
      async stop() {},
    }
  }
  const origin = await unlessInterrupted(
    signal,
    buildOrigin({
      stateDir: STATE_DIR,
      anvilBinary,
      onProgress: ({ step, index, total }) =>
        onProgress(`building the origin: ${step} (${index + 1}/${total})`),
      onWarning: onProgress,
    }),
  )
  const served = await unlessInterrupted(signal, startOrigin(origin, { stateDir: STATE_DIR, anvilBinary }))
  const lost = Promise.withResolvers<HarnessError>()
  let isStopping = false
  void served.exited.then(({ exitCode, signal }) => {
    if (!isStopping) lost.resolve(originEnded(signal ?? `exit code ${exitCode}`))
  })
  return {
    upstream: {
      url: served.url,
      blockNumber: BigInt(origin.head.number),
      timestampSeconds: origin.head.timestampSeconds,
      book: origin.book,
      warmState: origin.dumpHex,
    },
    kind: 'embedded',
    worldHash: origin.contentHash,
    anvilBinary,
    anvilVersion,
    lost: lost.promise,
    stop() {
      isStopping = true
      return served.stop()
    },
  }
}

const originEnded = (found: string) =>
  new HarnessError('ANVIL_EXITED', 'the origin ended while forks were in use', {
    expected: 'anvil to run until it is stopped',
    found,
    hint: 'with SIGKILL look for the out-of-memory killer; start the run again',
  })

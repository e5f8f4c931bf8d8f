import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, startAnvil } from '../../harness/chain/anvil.ts'
import { findBinary } from '../../harness/chain/binaries.ts'
import { type Fork, type ForkOptions, startFork } from '../../harness/chain/fork.ts'
import { createRunDirectory } from '../../harness/chain/process-ledger.ts'

/** Timestamp of the first block of the upstream. */
const GENESIS_SECONDS = 1_700_000_000

/** Timestamp at which the scenarios of the forks start. */
export const START_SECONDS = 1_800_000_000n

/** A small upstream, in a state directory of its own. */
export interface OpenChain {
  readonly stateDir: string
  readonly directory: string
  readonly binary: string
  readonly upstream: Anvil
  /** Fork it; the caller stops the fork, or {@link OpenChain.close} does. */
  fork(options?: Partial<ForkOptions>): Promise<Fork>
  close(): Promise<void>
}

/** Start an upstream of three blocks, for tests of the chain layer. */
export async function openChain(): Promise<OpenChain> {
  const stateDir = mkdtempSync(join(tmpdir(), 'assay-chain-'))
  const directory = createRunDirectory(stateDir).path
  const binary = findBinary('anvil')
  const upstream = await startAnvil({
    binary,
    directory,
    name: 'upstream',
    parameters: { timestamp: GENESIS_SECONDS, chainId: 31_337, accounts: 1, noMining: true },
  })
  for (let seconds = 1; seconds <= 3; seconds += 1) {
    await upstream.rpc.request('evm_setNextBlockTimestamp', [GENESIS_SECONDS + seconds])
    await upstream.rpc.request('evm_mine')
  }
  const forks: Fork[] = []
  let started = 0
  return {
    stateDir,
    directory,
    binary,
    upstream,
    async fork(options = {}) {
      started += 1
      const fork = await startFork({
        binary,
        directory,
        name: `fork-${started}`,
        upstreamUrl: upstream.url,
        forkBlockNumber: 3n,
        forkTimestampSeconds: BigInt(GENESIS_SECONDS + 3),
        chainId: 31_337,
        prepare: async () => {},
        startTimestampSeconds: START_SECONDS,
        ...options,
      })
      forks.push(fork)
      return fork
    },
    async close() {
      await Promise.all(forks.map((fork) => fork.stop()))
      await upstream.stop()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PublicClient } from 'viem'
import type { Anvil } from '../../harness/chain/anvil.ts'
import { findBinary } from '../../harness/chain/binaries.ts'
import { type Fork, startFork } from '../../harness/chain/fork.ts'
import type { ForkControl } from '../../harness/chain/fork-control.ts'
import { createRunDirectory } from '../../harness/chain/process-ledger.ts'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { STATE_DIR } from '../../harness/cli/paths.ts'
import { buildOrigin, type OriginSnapshot } from '../../harness/world/origin.ts'
import { startOrigin } from '../../harness/world/start-origin.ts'

/** The embedded origin and one fork of it, in a folder of their own. */
export interface OpenWorld {
  readonly stateDir: string
  readonly anvilBinary: string
  readonly snapshot: OriginSnapshot
  readonly origin: Anvil
  readonly fork: Fork
  /** Reads of the fork. */
  readonly client: PublicClient
  close(): Promise<void>
}

/** Take the origin, built once for all tests, and fork it. */
export async function openWorld(
  prepare: (fork: ForkControl, snapshot: OriginSnapshot) => Promise<void> = async () => {},
): Promise<OpenWorld> {
  const stateDir = mkdtempSync(join(tmpdir(), 'assay-world-'))
  const anvilBinary = findBinary('anvil')
  const snapshot = await buildOrigin({ stateDir: STATE_DIR, anvilBinary })
  const origin = await startOrigin(snapshot, { stateDir, anvilBinary })
  const fork = await startFork({
    binary: anvilBinary,
    directory: createRunDirectory(stateDir).path,
    name: 'fork',
    upstreamUrl: origin.url,
    forkBlockNumber: BigInt(snapshot.head.number),
    forkTimestampSeconds: BigInt(snapshot.head.timestampSeconds),
    chainId: snapshot.book.chainId,
    genesis: snapshot.genesis,
    prepare: (control) => prepare(control, snapshot),
    startTimestampSeconds: 1_800_000_000n,
  })
  return {
    stateDir,
    anvilBinary,
    snapshot,
    origin,
    fork,
    client: createReadClient(fork.rpc, snapshot.book.chainId),
    async close() {
      await fork.stop()
      await origin.stop()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

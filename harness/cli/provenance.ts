import { ONE_PROVIDER_ASSUMPTION } from '../../tools/safety/evidence/confirmations.ts'
import type { RecordMaxLoss, RecordProvenance } from '../record/record.ts'
import { readAttackResults } from './attack-results.ts'
import { hashCode, hashFiles } from './hash-code.ts'
import { deriveOnce } from './kept-by-code.ts'
import { readOwnVersion } from './own-version.ts'
import { readCheckout } from './read-git.ts'
import type { Shard } from './shard.ts'
import type { ServedUpstream } from './upstream.ts'

/** Collect where a run comes from. */
export async function readProvenance(
  served: ServedUpstream,
  options: {
    readonly seed: string
    readonly filter?: string
    readonly workers?: number
    readonly bail?: boolean
    readonly thorough?: boolean
    readonly shard?: Shard
  },
  files: readonly string[],
): Promise<RecordProvenance> {
  // Git answers while the sources are hashed.
  const checkout = readCheckout()
  const codeHash = hashCode()
  return {
    assayVersion: readOwnVersion(),
    nodeVersion: process.versions.node,
    anvilVersion: served.anvilVersion,
    platform: `${process.platform}-${process.arch}`,
    ...(await checkout),
    codeHash,
    files: hashFiles(files),
    origin: {
      kind: served.kind,
      chainId: served.upstream.book.chainId,
      blockNumber: served.upstream.blockNumber.toString(),
    },
    worldHash: served.worldHash,
    ...(served.cassetteHash === undefined ? {} : { cassetteHash: served.cassetteHash }),
    seed: options.seed,
    assumptions: [ONE_PROVIDER_ASSUMPTION],
    ...(served.kind === 'embedded' ? { maxLoss: await readMaxLoss(served, codeHash) } : {}),
    options: {
      ...(options.filter === undefined ? {} : { filter: options.filter }),
      ...(options.workers === undefined ? {} : { workers: options.workers }),
      bail: options.bail ?? false,
      ...(options.thorough ? { thorough: true } : {}),
      ...(options.shard ? { shard: `${options.shard.index}/${options.shard.count}` } : {}),
    },
  }
}

async function readMaxLoss(
  { stateDir, upstream: { book } }: ServedUpstream,
  codeHash: string,
): Promise<RecordMaxLoss> {
  const { maxLoss, policyHash } = await deriveOnce(stateDir, `defaults on ${book.chainId}`, async () => {
    const { computeDefaultMaxLoss } = await import('../schedule/default-max-loss.ts')
    const { hashDefaultSettings } = await import('../schedule/default-settings.ts')
    return { maxLoss: computeDefaultMaxLoss(book), policyHash: hashDefaultSettings(book) }
  })
  const tested = readAttackResults({ codeHash, policyHash })
  return { ...maxLoss, ...(tested ? { tested } : {}) }
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ONE_PROVIDER_ASSUMPTION } from '../../tools/safety/evidence/confirmations.ts'
import type { RecordMaxLoss, RecordProvenance } from '../record/record.ts'
import { readAttackResults } from './attack-results.ts'
import { toId } from './find-named.ts'
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
    /** What alone was asked for: paths and ids. */
    readonly paths?: readonly string[]
    readonly filter?: string
    readonly changed?: string | true
    readonly lastFailed?: boolean
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
      ...(options.paths?.length ? { paths: options.paths.map(nameAsked) } : {}),
      ...(options.filter === undefined ? {} : { filter: options.filter }),
      ...(options.changed === undefined
        ? {}
        : { changed: options.changed === true ? 'HEAD' : options.changed }),
      ...(options.lastFailed ? { lastFailed: true } : {}),
      ...(options.workers === undefined ? {} : { workers: options.workers }),
      bail: options.bail ?? false,
      ...(options.thorough ? { thorough: true } : {}),
      ...(options.shard ? { shard: `${options.shard.index}/${options.shard.count}` } : {}),
    },
  }
}

/** A path relative to the project, as ids have it: where it was typed is nobody else's. */
const nameAsked = (word: string) => (existsSync(word) ? toId(resolve(word)) : word)

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

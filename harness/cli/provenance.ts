import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { ONE_PROVIDER_ASSUMPTION } from '../../tools/safety/evidence/second-provider.ts'
import type { RecordMaxLoss, RecordProvenance } from '../record/record.ts'
import { computeDefaultMaxLoss } from '../schedule/default-max-loss.ts'
import { readAttackResults } from './attack-results.ts'
import { hashCode, hashFiles } from './hash-code.ts'
import { PROJECT_ROOT } from './paths.ts'
import { readCheckout } from './read-git.ts'
import type { Shard } from './shard.ts'
import type { ServedUpstream } from './upstream.ts'

/** Version of this package. */
export const readOwnVersion = (): string =>
  (JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }).version

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
    seed: options.seed,
    assumptions: [ONE_PROVIDER_ASSUMPTION],
    ...(served.kind === 'embedded' ? { maxLoss: readMaxLoss(served.upstream.book, codeHash) } : {}),
    options: {
      ...(options.filter === undefined ? {} : { filter: options.filter }),
      ...(options.workers === undefined ? {} : { workers: options.workers }),
      bail: options.bail ?? false,
      ...(options.thorough ? { thorough: true } : {}),
      ...(options.shard ? { shard: `${options.shard.index}/${options.shard.count}` } : {}),
    },
  }
}

function readMaxLoss(book: AddressBook, codeHash: string): RecordMaxLoss {
  const tested = readAttackResults(book, codeHash)
  return { ...computeDefaultMaxLoss(book), ...(tested ? { tested } : {}) }
}

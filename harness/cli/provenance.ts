import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { RecordMaxLoss, RecordProvenance } from '../record/record.ts'
import { computeDefaultMaxLoss } from '../run/default-max-loss.ts'
import { PROJECT_ROOT } from './paths.ts'
import type { ServedUpstream } from './upstream.ts'

/** Version of this package. */
export const readOwnVersion = (): string =>
  (JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }).version

/** Collect where a run comes from. */
export function readProvenance(
  served: ServedUpstream,
  options: {
    readonly seed: string
    readonly filter?: string
    readonly workers?: number
    readonly bail?: boolean
  },
): RecordProvenance {
  return {
    assayVersion: readOwnVersion(),
    nodeVersion: process.versions.node,
    anvilVersion: served.anvilVersion,
    platform: `${process.platform}-${process.arch}`,
    gitCommit: readGitCommit(),
    origin: {
      kind: served.kind,
      chainId: served.upstream.book.chainId,
      blockNumber: served.upstream.blockNumber.toString(),
    },
    worldHash: served.worldHash,
    seed: options.seed,
    ...(served.kind === 'embedded' ? { maxLoss: readMaxLoss(served.upstream.book) } : {}),
    options: {
      ...(options.filter === undefined ? {} : { filter: options.filter }),
      ...(options.workers === undefined ? {} : { workers: options.workers }),
      bail: options.bail ?? false,
    },
  }
}

/** What the long attack test found last. */
const MAX_LOSS_FILE = join(PROJECT_ROOT, 'reports/max-loss/latest.json')

function readMaxLoss(book: AddressBook): RecordMaxLoss {
  const bound = computeDefaultMaxLoss(book)
  if (!existsSync(MAX_LOSS_FILE)) return bound
  const { attacks, worstBps } = JSON.parse(readFileSync(MAX_LOSS_FILE, 'utf8')) as NonNullable<
    RecordMaxLoss['tested']
  >
  return { ...bound, tested: { attacks, worstBps } }
}

function readGitCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

import { createHash } from 'node:crypto'
import { HarnessError } from '../errors.ts'
import type { Job, PortableError } from '../schedule/job.ts'
import { pack, unpack } from './pack.ts'

/** A job as the queue holds it. */
export interface QueuedData {
  readonly packed: string
}

/** What a worker says when it begins a job: which of all threads runs it. */
export interface QueuedProgress {
  readonly thread: string
}

/** How long a worker holds a job without saying that it is there, and how often the others look. */
export const LOCK_MS = 10_000
export const STALL_INTERVAL_MS = 5_000

/** How many workers one job may outlive: what ends each of them is the job. */
export const MOST_LOST_WORKERS = 3

/** Identify a job: the same scenario under the same seed and code is the same job, however often it is run. */
export const identify = ({ id, seed, trace }: Job, codeHash: string): string =>
  createHash('sha256')
    .update([id, seed, trace ?? 'off', codeHash].join('\0'))
    .digest('hex')

/** Write a failure of the harness as the reason of a failed job. */
export const packError = (error: PortableError): string => pack(error)

/** Read why a job failed: what a worker said, or what the queue says of one that nobody could finish. */
export function unpackError(reason: string, job: Job): HarnessError {
  try {
    const { code, shortMessage, details } = unpack<PortableError>(reason)
    return new HarnessError(code, shortMessage, details)
  } catch {
    return new HarnessError('WORKER_DIED', 'no worker could finish a job', {
      where: job.id,
      expected: `one of ${MOST_LOST_WORKERS + 1} workers to outlive it`,
      found: reason,
      hint: 'run the scenario alone, without --queue, to see its output',
    })
  }
}

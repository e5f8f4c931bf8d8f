import { byId } from '../record/by-id.ts'
import type { RecordScenario } from '../record/record.ts'
import type { Job } from './job.ts'
import { keepFirstFailure } from './keep-first-failure.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Options of a schedule. */
export interface ScheduleOptions {
  readonly jobs: readonly Job[]
  /** Who runs them; it is stopped with the last. */
  readonly pool: WorkerPool
  /** Stop handing out jobs after the first that did not pass. */
  readonly bail: boolean
}

/** What a schedule came to. */
export interface Scheduled {
  /** Of the jobs that ran to their end, in the order of the job ids. */
  readonly records: readonly RecordScenario[]
  /** What ended it early, if anything did: HarnessError WORKER_DIED, JOB_STALLED. */
  readonly failure?: unknown
}

/**
 * Run jobs on a pool of workers.
 *
 * @throws HarnessError what a worker reports while it starts, when no job ran at all
 */
export async function runSchedule(options: ScheduleOptions): Promise<Scheduled> {
  const { jobs, bail, pool } = options
  const tolerant = keepFirstFailure(pool)
  try {
    const results = await Promise.all(
      jobs.map(async (job) => {
        const result = await tolerant.run(job)
        if (bail && result !== undefined && result.record.verdict !== 'passed') pool.drop()
        return result
      }),
    )
    const records = results.flatMap((result) => (result ? [result.record] : [])).sort(byId)
    const failure = tolerant.failure()
    if (failure !== undefined && records.length === 0) throw failure
    return { records, ...(failure === undefined ? {} : { failure }) }
  } finally {
    await pool.stop()
  }
}

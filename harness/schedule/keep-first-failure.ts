import type { Job, JobResult } from './job.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Jobs that are run as long as that is possible. */
export interface TolerantRunner {
  /** Run a job; undefined when the run ended before it, for whatever reason. */
  run(job: Job): Promise<JobResult | undefined>
  /** What ended the run early, if anything did: HarnessError WORKER_DIED, JOB_STALLED. */
  failure(): unknown
}

/** Run jobs on a pool so that what ran before its first failure counts. */
export function keepFirstFailure(pool: WorkerPool): TolerantRunner {
  let failure: unknown
  return {
    run: (job) =>
      pool.run(job).catch((cause: unknown) => {
        failure ??= cause
        return undefined
      }),
    failure: () => failure,
  }
}

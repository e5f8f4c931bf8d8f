import type { Job } from './job.ts'

/** From this duration on a job is worth a worker of its own, in milliseconds: about what one takes to load and to fork. */
const LONG_MS = 2_000

/** Short jobs that are worth one: a worker that has played a job plays so many while another one loads. */
const SHORT_JOBS = 6

/**
 * Tell how many workers jobs are worth, however many cores there are: of more the last ones load to find nothing left.
 *
 * @param durationOf - in milliseconds, the last time that the job ran
 */
export function countWorkers(jobs: readonly Job[], durationOf: (job: Job) => number | undefined): number {
  const isLong = (job: Job) => (durationOf(job) ?? (job.kind === 'property' ? LONG_MS : 0)) >= LONG_MS
  const long = jobs.filter(isLong).length
  return long + Math.ceil((jobs.length - long) / SHORT_JOBS)
}

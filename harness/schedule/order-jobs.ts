import type { Job } from './job.ts'

/**
 * Order jobs so that no worker is left alone with a long one at the end: those of which nothing is known first, then
 * the longest. The very first is the shortest, so that a verdict comes soon.
 *
 * @param durationOf - in milliseconds, the last time that the job ran
 */
export function orderJobs(
  jobs: readonly Job[],
  durationOf: (job: Job) => number | undefined,
): readonly Job[] {
  const timed = jobs.map((job) => ({ job, durationMs: durationOf(job) ?? Number.POSITIVE_INFINITY }))
  const ordered = timed.sort((a, b) => (a.durationMs === b.durationMs ? 0 : b.durationMs - a.durationMs))
  const shortest = ordered.at(-1)
  if (shortest?.durationMs !== Number.POSITIVE_INFINITY) ordered.unshift(...ordered.splice(-1))
  return ordered.map(({ job }) => job)
}

import { startWorkerPool } from '../../../harness/schedule/worker-pool.ts'
import type { EnvironmentOptions } from '../../../harness/stage/environment.ts'
import { createSwapJobs } from '../swaps/five-swaps.ts'
import type { Variant } from './variant.ts'

/** Play the five swaps through this harness and the whole stack, on workers that stay. */
export async function playHarness(
  options: Omit<EnvironmentOptions, 'index'>,
  { workers, countEach }: { readonly workers: number; readonly countEach: number },
): Promise<Variant> {
  const pool = startWorkerPool({
    workers,
    atOnce: workers,
    workerUrl: new URL('../../../harness/cli/worker.ts', import.meta.url),
    workerData: { ...options, replayOptions: '' },
    listener: { started() {}, event() {}, finished() {} },
    signal: new AbortController().signal,
    setTimer: () => () => {},
  })
  const jobs = createSwapJobs(workers * countEach)
  return {
    async measure() {
      const started = performance.now()
      const results = await Promise.all(jobs.map((job) => pool.run(job)))
      const elapsedMs = performance.now() - started
      const broken = results.find((result) => result?.record.verdict !== 'passed')
      if (broken) throw new Error(`the bench scenario did not pass: ${JSON.stringify(broken.record)}`)
      return (1_000 * jobs.length) / elapsedMs
    },
    stop: () => pool.stop(),
  }
}

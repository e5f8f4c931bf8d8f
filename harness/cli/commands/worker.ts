import { availableParallelism, hostname } from 'node:os'
import { join } from 'node:path'
import { formatCount } from '../../../reports/text/format-count.ts'
import type { QueueAddress } from '../../queue/queue-url.ts'
import { openRedis } from '../../queue/redis-link.ts'
import { serveQueue } from '../../queue/serve-queue.ts'
import type { RecordScenario } from '../../record/record.ts'
import type { Job } from '../../schedule/job.ts'
import { toPortableError } from '../describe-error.ts'
import { endLasting } from '../interrupted.ts'
import type { CliIo } from '../io.ts'
import { type PoolOptions, startThreads } from '../open-pool.ts'
import { openTerms } from '../open-terms.ts'
import { PROJECT_ROOT } from '../paths.ts'
import { setRealTimer } from '../real-timer.ts'
import { serveUpstream } from '../upstream.ts'

/** Run jobs of `assay run --queue`, of all runs that this checkout can serve, until Ctrl-C. */
export async function worker(
  { queue, ...options }: PoolOptions & { readonly queue: QueueAddress },
  io: CliIo,
): Promise<number> {
  const { signal } = io
  const link = await openRedis(queue, setRealTimer)
  const served = await serveUpstream({ ...options, onProgress: io.progress, signal })
  const begins: ((job: Job, thread: number) => void)[] = []
  const workers = options.workers ?? availableParallelism()
  const listener = {
    started: (job: Job, thread: number) => {
      for (const tell of begins) tell(job, thread)
    },
    event: () => undefined,
    finished: ({ id, verdict }: RecordScenario) => io.progress(`${verdict.padEnd(8)} ${id}`),
  }
  const context = { served, reportsEvents: false, listener, signal, setTimer: setRealTimer }
  const termsFor = openTerms(options, served)
  const pool = startThreads(options, context, workers)
  try {
    io.progress(`waiting for runs at ${queue.shown}, on ${formatCount(workers, 'fork')}; Ctrl-C ends`)
    await serveQueue({
      link,
      name: `${hostname()}-${process.pid}`,
      pool,
      workers,
      onBegin: (callback) => begins.push(callback),
      termsFor,
      locate: (file) => join(PROJECT_ROOT, file),
      portable: toPortableError,
      signal,
      setTimer: setRealTimer,
      onProgress: io.progress,
    })
  } finally {
    await pool.stop()
  }
  return endLasting(io)
}

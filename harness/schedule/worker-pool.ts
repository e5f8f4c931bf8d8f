import { Worker } from 'node:worker_threads'
import type { Job, JobResult, SchedulerMessage, WorkerMessage } from './job.ts'
import { createJobQueue } from './job-queue.ts'
import { type ServedWorker, type ServiceOptions, serveWorker } from './serve-worker.ts'
import type { ThreadAhead } from './start-ahead.ts'

/** Options of a pool of workers. */
export interface WorkerPoolOptions extends ServiceOptions {
  readonly workers: number
  /** How many of them start at once, at least one; the others follow with the first verdict, or after `HEAD_START_MS`. */
  readonly atOnce: number
  /** Module that each worker thread runs, and what it is opened with beside its index. */
  readonly workerUrl: URL
  readonly workerData: object
  /** A thread of this module that was started before. */
  readonly ahead?: ThreadAhead
}

/** How long the first worker may have a core to itself once it is ready: what loads beside it delays the first verdict. */
const HEAD_START_MS = 1_000

/** How long workers may take to end by themselves once the run is to end. */
const STOP_TIMEOUT_MS = 5_000

/** Worker threads, each of which owns one fork. */
export interface WorkerPool {
  /**
   * Run a job on the next free worker; undefined when the pool was stopped before it began.
   *
   * @throws HarnessError WORKER_DIED, JOB_STALLED, or what a worker reports while it starts
   */
  run(job: Job): Promise<JobResult | undefined>
  /** Give up jobs that have not begun. */
  drop(): void
  /** Finish what runs and end all threads. */
  stop(): Promise<void>
}

/** Start worker threads; the order in which they take jobs has no influence on a record, since each resets its fork. */
export function startWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { signal } = options
  const queue = createJobQueue()
  const threads: Worker[] = []
  const served: ServedWorker[] = []
  // A thread that is ended while it loads its modules can take the whole process with it.
  const loaded = new Set<Worker>()
  let isClosed = false
  const startUpTo = (count: number) => {
    while (threads.length < count && !isClosed) {
      const index = threads.length
      const thread = (index === 0 ? options.ahead?.take() : undefined) ?? new Worker(options.workerUrl)
      const opened = { ...options.workerData, index }
      thread.postMessage({ type: 'open', options: opened } satisfies SchedulerMessage)
      thread.once('message', () => loaded.add(thread))
      threads.push(thread)
      served.push(serveWorker(thread, index, queue, options))
    }
  }
  const workers = Math.max(1, options.workers)
  startUpTo(Math.min(workers, Math.max(1, options.atOnce)))
  let cancelOthers = () => {}
  const startOthers = () => {
    cancelOthers()
    startUpTo(workers)
  }
  threads[0]?.on('message', ({ type }: WorkerMessage) => {
    if (isClosed || threads.length === workers) return
    if (type === 'ready') cancelOthers = options.setTimer(HEAD_START_MS, startOthers)
    if (type === 'finished') startOthers()
  })
  let cancelTermination = () => {}
  const close = () => {
    isClosed = true
    cancelOthers()
    queue.drop()
    queue.close()
    for (const { dismissUnready } of served) dismissUnready()
  }
  const abort = () => {
    close()
    // A worker that is stuck hears nothing; its processes end with the run's own.
    cancelTermination = options.setTimer(STOP_TIMEOUT_MS, () => {
      for (const thread of threads) void thread.terminate()
    })
  }
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    run: queue.add,
    drop: queue.drop,
    async stop() {
      signal.removeEventListener('abort', abort)
      close()
      if (queue.failure()) await Promise.all([...loaded].map((thread) => thread.terminate()))
      await Promise.all(served.map(({ ended }) => ended))
      cancelTermination()
    },
  }
}

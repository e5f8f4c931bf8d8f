import { type Job as BullJob, Queue, WaitingError, Worker } from 'bullmq'
import type { HarnessError } from '../errors.ts'
import type { Job, JobResult, PortableError } from '../schedule/job.ts'
import type { WorkerPool } from '../schedule/worker-pool.ts'
import { pack, unpack } from './pack.ts'
import {
  LOCK_MS,
  MOST_LOST_WORKERS,
  packError,
  type QueuedData,
  type QueuedProgress,
  STALL_INTERVAL_MS,
} from './queued-job.ts'
import type { RedisLink } from './redis-link.ts'
import {
  explainRefusal,
  listRuns,
  PREFIX,
  type RunTerms,
  refuse,
  withdraw,
  withdrawUnowned,
} from './run-terms.ts'

/** What a worker serves runs with. */
export interface ServeQueueOptions {
  readonly link: RedisLink
  /** Names this worker among all. */
  readonly name: string
  /** Its threads, and how many they are. */
  readonly pool: WorkerPool
  readonly workers: number
  /** Called with a job that the pool was given once a thread has begun it, and the thread's index. */
  readonly onBegin: (callback: (job: Job, thread: number) => void) => void
  /** Its own terms, with the hashes of the files that are asked for. */
  readonly termsFor: (files: readonly string[]) => RunTerms
  /** Where a file is here, by its path relative to the project. */
  readonly locate: (file: string) => string
  readonly portable: (cause: unknown) => PortableError
  /** Aborted: what runs is finished, nothing more is taken. */
  readonly signal: AbortSignal
  readonly setTimer: (delayMs: number, callback: () => void) => () => void
  readonly onProgress: (message: string) => void
}

/** How often a worker looks for runs. */
const LOOK_MS = 1_000

/**
 * Serve all runs of a server, of now and of later, until the signal.
 *
 * @throws HarnessError QUEUE_LOST, or what a thread reports while it starts
 */
export async function serveQueue(options: ServeQueueOptions): Promise<void> {
  const { link, signal, setTimer } = options
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  const begun = new Map<Job, (thread: number) => void>()
  options.onBegin((job, thread) => begun.get(job)?.(thread))
  const served = new Map<string, ServedRun>()
  const refused = new Set<string>()
  const leaving = new Set<Promise<void>>()
  let cancelLook = () => {}
  let looking = Promise.resolve()
  const look = async () => {
    const runs = await listRuns(link.client)
    for (const { run, terms, isOwned } of runs) {
      if (!isOwned) await forget(link, run)
      else if (!signal.aborted && !served.has(run) && !refused.has(run)) {
        const refusal = explainRefusal(run, terms, options.termsFor(Object.keys(terms?.files ?? {})))
        if (refusal) await sayRefusal(options, run, refusal, refused)
        else served.set(run, serveRun(options, run, { begun, fail }))
      }
    }
    const current = new Set(runs.filter(({ isOwned }) => isOwned).map(({ run }) => run))
    for (const [run, worker] of served) {
      if (current.has(run)) continue
      served.delete(run)
      // Nobody waits for what is left of it, until this worker ends.
      const left = worker
        .leave()
        .catch(link.lose)
        .finally(() => leaving.delete(left))
      leaving.add(left)
    }
    if (!signal.aborted) cancelLook = setTimer(LOOK_MS, lookOnce)
  }
  const lookOnce = () => {
    looking = look().catch(link.lose)
  }
  link.onLost(fail)
  const stop = () => end()
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    lookOnce()
    await ended
    cancelLook()
    // What is removed of a run halfway stays on the server for good: nobody knows of that run any more.
    await link.unlessLost(looking)
    await link.unlessLost(Promise.all([...leaving, ...[...served.values()].map((worker) => worker.finish())]))
  } finally {
    cancelLook()
    link.close()
  }
}

/** Remove what is left of a run that has no owner any more. */
async function forget(link: RedisLink, run: string): Promise<void> {
  if (!(await withdrawUnowned(link.client, run))) return
  const connection = link.duplicate()
  const queue = new Queue(run, { connection, prefix: PREFIX })
  // Others may remove the same at the same time.
  queue.on('error', () => undefined)
  await queue.obliterate({ force: true }).catch(() => undefined)
  link.release(connection)
  // An owner that came back meanwhile finds that its lease has ended, and adds its jobs again.
  await withdraw(link.client, run)
}

async function sayRefusal(
  { link, name, onProgress }: ServeQueueOptions,
  run: string,
  refusal: HarnessError,
  refused: Set<string>,
): Promise<void> {
  refused.add(run)
  const text = `${refusal.code}: ${refusal.message}`
  onProgress(text)
  await refuse(link.client, run, `worker ${name} refuses this run\n${text}`)
}

/** A run that this worker serves. */
interface ServedRun {
  /** Finish what was taken, and take nothing more. */
  finish(): Promise<void>
  /** Take nothing more, and wait for nothing. */
  leave(): Promise<void>
}

interface RunService {
  /** By the very jobs: several runs may have one of the same id. */
  readonly begun: Map<Job, (thread: number) => void>
  readonly fail: (error: unknown) => void
}

/** Take jobs of a run as threads are free. */
function serveRun(options: ServeQueueOptions, run: string, { begun, fail }: RunService): ServedRun {
  const { link, name, pool, workers, portable, onProgress } = options
  const play = async (queued: BullJob<QueuedData>, token?: string): Promise<string> => {
    const sent = unpack<Job>(queued.data.packed)
    const job = { ...sent, path: options.locate(sent.file) }
    let thread: string | undefined
    begun.set(job, (index) => {
      thread = `${name}/${index}`
      queued.updateProgress({ thread } satisfies QueuedProgress).catch(() => undefined)
    })
    let result: JobResult | undefined
    try {
      result = await pool.run(job)
    } catch (cause) {
      // What came to this job here counts; what kept this worker from running it is no verdict about it.
      if (thread !== undefined) throw new Error(packError(portable(cause)))
      await queued.moveToWait(token)
      fail(cause)
      throw new WaitingError()
    } finally {
      begun.delete(job)
    }
    if (result !== undefined) return pack({ thread, result })
    await queued.moveToWait(token)
    throw new WaitingError()
  }
  onProgress(`working at run ${run}`)
  const connection = link.duplicate()
  const worker = new Worker<QueuedData, string>(run, play, {
    connection,
    prefix: PREFIX,
    name,
    concurrency: workers,
    lockDuration: LOCK_MS,
    stalledInterval: STALL_INTERVAL_MS,
    maxStalledCount: MOST_LOST_WORKERS,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  })
  // A job that was given to another meanwhile, or whose run has ended, is nothing to worry about.
  worker.on('error', () => undefined)
  return {
    finish: () => worker.close(),
    async leave() {
      await worker.close(true)
      link.release(connection)
      // It looked after the jobs of a run that was over.
      await forget(link, run)
    },
  }
}

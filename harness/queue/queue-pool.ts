import { Queue, QueueEvents, Worker } from 'bullmq'
import { HarnessError } from '../errors.ts'
import type { Job, JobResult } from '../schedule/job.ts'
import type { ServiceOptions } from '../schedule/serve-worker.ts'
import type { WorkerPool } from '../schedule/worker-pool.ts'
import { pack, unpack } from './pack.ts'
import {
  identify,
  LOCK_MS,
  MOST_LOST_WORKERS,
  type QueuedData,
  type QueuedProgress,
  STALL_INTERVAL_MS,
  unpackError,
} from './queued-job.ts'
import type { RedisLink } from './redis-link.ts'
import { announce, PREFIX, type RunTerms, takeRefusals, withdraw } from './run-terms.ts'

/** Options of a run that others work at. */
export interface QueuePoolOptions extends ServiceOptions {
  readonly link: RedisLink
  /** Names the run among all of the server. */
  readonly run: string
  readonly terms: RunTerms
  readonly onProgress: (message: string) => void
}

/** How often the run says that it is there. */
const BEAT_MS = 2_000

/** How long a run waits for a worker while nobody works at it, in beats: of those it has none while it stands still itself. */
const IDLE_TIMEOUT_MS = 180_000
const MOST_IDLE_BEATS = IDLE_TIMEOUT_MS / BEAT_MS

/** How long workers may take to finish what they do once the run is to end. */
const STOP_TIMEOUT_MS = 5_000

/** A job that was asked for. */
interface Asked {
  readonly job: Job
  isBegun: boolean
  resolve(result: JobResult | undefined): void
  reject(error: unknown): void
}

/** Open a pool whose workers are processes anywhere, which take its jobs from a queue. */
export async function openQueuePool(options: QueuePoolOptions): Promise<WorkerPool> {
  const { link, run, terms, signal, setTimer, onProgress } = options
  const queue = new Queue<QueuedData>(run, {
    connection: link.duplicate(),
    prefix: PREFIX,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    streams: { events: { maxLen: 1_000_000 } },
  })
  // The first worker may be quicker than who listens.
  const events = new QueueEvents(run, { connection: link.duplicate(), prefix: PREFIX, lastEventId: '0' })
  // It takes no job, and gives back those of workers that are gone, though there be no other worker.
  const keeper = new Worker(run, null, {
    connection: link.duplicate(),
    prefix: PREFIX,
    autorun: false,
    lockDuration: LOCK_MS,
    stalledInterval: STALL_INTERVAL_MS,
    maxStalledCount: MOST_LOST_WORKERS,
  })
  const asked = createAskedJobs(options)
  queue.on('error', link.lose)
  events.on('error', link.lose)
  keeper.on('error', link.lose)
  link.onLost(asked.fail)
  listen(events, asked)
  await link.unlessLost(Promise.all([queue, events, keeper].map((part) => part.waitUntilReady())))
  await keeper.startStalledCheckTimer()
  let cancelBeat = () => {}
  let isStopping = false
  // What is told to the server while all is removed from it would stay there.
  const telling = new Set<Promise<unknown>>()
  const tell = (work: Promise<unknown>) => {
    const told = work.catch(link.lose).finally(() => telling.delete(told))
    telling.add(told)
  }
  /** Add the jobs again that workers removed while this process stood still; those that they did not stay as they are. */
  const restore = async () => {
    const jobs = asked.listOpen()
    if (jobs.length === 0) return
    onProgress('this process stood still; jobs that workers removed meanwhile are added again')
    await queue.resume()
    await queue.addBulk(jobs)
  }
  const beat = async () => {
    if (!(await announce(link.client, run, terms))) await restore()
    asked.watch((await queue.getActiveCount()) > 0)
    for (const reason of await takeRefusals(link.client, run)) onProgress(reason)
    if (!isStopping) cancelBeat = setTimer(BEAT_MS, () => tell(beat()))
  }
  await beat()
  const drop = () => {
    asked.drop()
    tell(queue.drain())
  }
  let cancelEnd = () => {}
  const abort = () => {
    drop()
    cancelEnd = setTimer(STOP_TIMEOUT_MS, asked.abandon)
  }
  let isSending = false
  const send = () => {
    isSending = false
    tell(queue.addBulk(asked.takeNew()))
  }
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    run(job) {
      // Jobs that are asked for together go together, in their order.
      if (!isSending) queueMicrotask(send)
      isSending = true
      return asked.add(job)
    },
    drop,
    async stop() {
      signal.removeEventListener('abort', abort)
      isStopping = true
      asked.end()
      for (const cancel of [cancelBeat, cancelEnd]) cancel()
      // A server that is gone keeps nothing of it either.
      await link.unlessLost(Promise.all(telling).then(() => clear(link, run, queue))).catch(link.lose)
      link.close()
      await Promise.allSettled([events.close(), keeper.close(true)])
    },
  }
}

/** Remove all that the server holds of a run. */
async function clear(link: RedisLink, run: string, queue: Queue): Promise<void> {
  await withdraw(link.client, run)
  await queue.obliterate({ force: true })
}

/** Follow what becomes of the jobs. */
function listen(events: QueueEvents, asked: AskedJobs): void {
  events.on('active', ({ jobId }) => asked.taken(jobId))
  events.on('progress', ({ jobId, data }) => asked.began(jobId, (data as unknown as QueuedProgress).thread))
  events.on('stalled', ({ jobId }) => asked.lost(jobId))
  events.on('waiting', ({ jobId }) => asked.returned(jobId))
  events.on('completed', ({ jobId, returnvalue }) => asked.finished(jobId, returnvalue))
  events.on('failed', ({ jobId, failedReason }) => asked.failed(jobId, failedReason))
}

/** A job as it is added to the queue. */
interface QueueEntry {
  readonly name: string
  readonly data: QueuedData
  /** One id is one job: added again while it is there, it stays as it is. */
  readonly opts: { readonly jobId: string }
}

const writeEntry = (jobId: string, job: Job): QueueEntry => ({
  name: job.id,
  data: { packed: pack({ ...job, path: '' }) },
  opts: { jobId },
})

type AskedJobs = ReturnType<typeof createAskedJobs>

/** The jobs of a run that were asked for and have not ended. */
function createAskedJobs({ terms, listener, onProgress }: QueuePoolOptions) {
  const open = new Map<string, Asked>()
  const added: QueueEntry[] = []
  const threads: string[] = []
  const numberOf = (thread: string) => {
    if (!threads.includes(thread)) threads.push(thread)
    return threads.indexOf(thread)
  }
  let failure: { readonly error: unknown } | undefined
  let isClosed = false
  let idleBeats = 0
  /** Note that somebody works at the run. */
  const noteWork = () => {
    idleBeats = 0
  }
  const fail = (error: unknown) => {
    failure ??= { error }
    noteWork()
    for (const { reject } of open.values()) reject(error)
    open.clear()
  }
  const close = (id: string) => {
    const asked = open.get(id)
    open.delete(id)
    noteWork()
    return asked
  }
  const mark = (id: string, isBegun: boolean) => {
    const asked = open.get(id)
    if (asked) asked.isBegun = isBegun
    if (isBegun) noteWork()
    return asked
  }
  const giveUp = (which: (asked: Asked) => boolean) => {
    isClosed = true
    for (const [id, asked] of open) if (which(asked)) close(id)?.resolve(undefined)
  }
  return {
    add(job: Job): Promise<JobResult | undefined> {
      if (failure) return Promise.reject(failure.error)
      if (isClosed) return Promise.resolve(undefined)
      const jobId = identify(job, terms.codeHash)
      const { promise, resolve, reject } = Promise.withResolvers<JobResult | undefined>()
      open.set(jobId, { job, isBegun: false, resolve, reject })
      added.push(writeEntry(jobId, job))
      return promise
    },
    takeNew: () => added.splice(0),
    listOpen: () => [...open].map(([jobId, { job }]) => writeEntry(jobId, job)),
    /** Note with each beat whether a worker holds a job; when none has for too long, the run ends. */
    watch(isWorkedAt: boolean) {
      idleBeats = isWorkedAt || open.size === 0 ? 0 : idleBeats + 1
      if (idleBeats === MOST_IDLE_BEATS) fail(describeIdleness(open.size))
    },
    taken: (id: string) => void mark(id, true),
    returned: (id: string) => void mark(id, false),
    began(id: string, thread: string) {
      const asked = mark(id, true)
      if (asked) listener.started(asked.job, numberOf(thread))
    },
    lost(id: string) {
      const asked = mark(id, false)
      if (asked) onProgress(`a worker was lost with ${asked.job.id}; another one will run it`)
    },
    finished(id: string, returned: string) {
      const asked = close(id)
      if (!asked) return
      const { thread, result } = unpack<{ readonly thread: string; readonly result: JobResult }>(returned)
      const { record } = result
      const timings = { ...record.timings, worker: numberOf(thread) }
      const numbered = { ...result, record: { ...record, timings } }
      listener.finished(numbered.record)
      asked.resolve(numbered)
    },
    failed(id: string, reason: string) {
      const asked = open.get(id)
      if (asked) fail(unpackError(reason, asked.job))
    },
    fail,
    /** Give up what nobody has begun. */
    drop: () => giveUp(({ isBegun }) => !isBegun),
    /** Wait for nobody any more. */
    abandon: () => giveUp(() => true),
    end: () => {
      isClosed = true
    },
  }
}

const describeIdleness = (jobs: number) =>
  new HarnessError('QUEUE_IDLE', 'nobody works at this run', {
    expected: `a worker that takes a job within ${IDLE_TIMEOUT_MS / 60_000} minutes`,
    found: `none, with ${jobs} ${jobs === 1 ? 'job' : 'jobs'} left`,
    hint: 'start `assay worker --queue <url>` first, in a checkout of the same commit; it waits for runs',
  })

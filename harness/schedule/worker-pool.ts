import { Worker } from 'node:worker_threads'
import type { AssayEvent } from '../../tools/core/events.ts'
import { HarnessError } from '../errors.ts'
import { replayCommand } from '../record/program.ts'
import type { RecordScenario } from '../record/record.ts'
import type { Job, JobResult, SchedulerMessage, WorkerMessage } from './job.ts'

/** What the scheduler reports while jobs run. */
export interface ScheduleListener {
  started(job: Job, worker: number): void
  event(job: Job, event: AssayEvent): void
  finished(record: RecordScenario): void
}

/** Options of a pool of workers. */
export interface WorkerPoolOptions {
  readonly workers: number
  /** Module that each worker thread runs, and the data that it is started with. */
  readonly workerUrl: URL
  readonly workerData: object
  readonly listener: ScheduleListener
  /** Aborted: what runs is finished, nothing more is started. */
  readonly signal: AbortSignal
  /** Resolves with what makes it pointless to go on: what all workers rely on is gone. */
  readonly lost?: Promise<unknown>
  readonly setTimer: (delayMs: number, callback: () => void) => () => void
}

/** How long workers may take to end by themselves once the run is to end. */
const STOP_TIMEOUT_MS = 5_000

/** How long a worker may show no sign of progress on a job, in real time: nothing that goes on is silent for so long. */
const STALL_TIMEOUT_MS = 180_000

/** Options of a schedule. */
export interface ScheduleOptions extends WorkerPoolOptions {
  readonly jobs: readonly Job[]
  /** Stop handing out jobs after the first that did not pass. */
  readonly bail: boolean
}

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

interface Waiting {
  readonly job: Job
  resolve(result: JobResult | undefined): void
  reject(error: unknown): void
}

/** Start worker threads; the order in which they take jobs has no influence on a record, since each resets its fork. */
export function startWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { listener, signal } = options
  const queue: Waiting[] = []
  const idle: (() => void)[] = []
  const running = new Set<Waiting>()
  let failure: { readonly error: unknown } | undefined
  let isStopping = false
  const failAll = (error: unknown) => {
    failure ??= { error }
    for (const { reject } of [...running, ...queue.splice(0)]) reject(error)
  }
  void options.lost?.then(failAll)

  const serve = (thread: Worker, index: number) =>
    new Promise<void>((resolve) => {
      let current: Waiting | undefined
      let cancelStall = () => {}
      const watch = () => {
        cancelStall()
        const watched = current
        if (watched === undefined) return
        cancelStall = options.setTimer(STALL_TIMEOUT_MS, () => failAll(describeStall(watched.job, index)))
      }
      const next = () => {
        if (current) running.delete(current)
        current = queue.shift()
        if (current) running.add(current)
        watch()
        if (current) thread.postMessage({ type: 'run', job: current.job } satisfies SchedulerMessage)
        else if (isStopping) thread.postMessage({ type: 'stop' } satisfies SchedulerMessage)
        else idle.push(next)
      }
      thread.on('message', (message: WorkerMessage) => {
        watch()
        switch (message.type) {
          case 'ready':
            next()
            break
          case 'started':
            if (current) listener.started(current.job, index)
            break
          case 'event':
            if (current) listener.event(current.job, message.event)
            break
          case 'alive':
            break
          case 'finished': {
            const done = current
            // What a lost world came to says nothing.
            if (failure === undefined) listener.finished(message.result.record)
            done?.resolve(message.result)
            next()
            break
          }
          case 'failed':
            failAll(new HarnessError(message.error.code, message.error.shortMessage, message.error.details))
        }
      })
      thread.on('error', failAll)
      thread.on('exit', (code) => {
        cancelStall()
        // Of a run that is to end nobody waits for a worker that was stuck.
        if (signal.aborted) current?.resolve(undefined)
        else if (code !== 0 && failure === undefined) {
          failAll(
            new HarnessError('WORKER_DIED', `worker ${index} ended with code ${code}`, {
              where: current?.job.id ?? 'while starting',
              hint: 'run the scenario alone with --workers 1 to see its output',
            }),
          )
        }
        resolve()
      })
    })

  const threads = Array.from(
    { length: Math.max(1, options.workers) },
    (_, index) => new Worker(options.workerUrl, { workerData: { ...options.workerData, index } }),
  )
  const served = Promise.all(threads.map(serve))
  const drop = () => {
    for (const { resolve } of queue.splice(0)) resolve(undefined)
  }
  const wake = () => {
    for (const next of idle.splice(0)) next()
  }
  let cancelTermination = () => {}
  const abort = () => {
    drop()
    isStopping = true
    wake()
    // A worker that is stuck hears nothing; its processes end with the run's own.
    cancelTermination = options.setTimer(STOP_TIMEOUT_MS, () => {
      for (const thread of threads) void thread.terminate()
    })
  }
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    run(job) {
      if (failure) return Promise.reject(failure.error)
      if (signal.aborted || isStopping) return Promise.resolve(undefined)
      return new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject })
        idle.shift()?.()
      })
    },
    drop,
    async stop() {
      isStopping = true
      signal.removeEventListener('abort', abort)
      drop()
      wake()
      if (failure) await Promise.all(threads.map((thread) => thread.terminate()))
      await served
      cancelTermination()
    },
  }
}

const describeStall = (job: Job, worker: number) =>
  new HarnessError('JOB_STALLED', `worker ${worker} stands still`, {
    where: job.id,
    expected: `a request or an event every ${STALL_TIMEOUT_MS / 60_000} minutes`,
    found: `none, and no end of it${job.document ? `, in the case ${JSON.stringify(job.document)}` : ''}`,
    hint: job.document
      ? 'this is a defect of the harness; keep the case as a YAML file and run it alone'
      : `this is a defect of the harness; run it alone: ${replayCommand(job.id, job.seed)}`,
  })

/** What a schedule came to. */
export interface Scheduled {
  /** Of the jobs that ran to their end, in the order of the job ids. */
  readonly records: readonly RecordScenario[]
  /** What ended it early, if anything did: HarnessError WORKER_DIED, JOB_STALLED, or what `lost` answered. */
  readonly failure?: unknown
}

/**
 * Run jobs on worker threads.
 *
 * @throws HarnessError what a worker reports while it starts, when no job ran at all
 */
export async function runSchedule(options: ScheduleOptions): Promise<Scheduled> {
  const { jobs, bail } = options
  const pool = startWorkerPool({ ...options, workers: Math.min(options.workers, jobs.length) })
  let failure: unknown
  try {
    const results = await Promise.all(
      jobs.map(async (job) => {
        try {
          const result = await pool.run(job)
          if (bail && result !== undefined && result.record.verdict !== 'passed') pool.drop()
          return result
        } catch (cause) {
          failure ??= cause
          return undefined
        }
      }),
    )
    const records = results
      .flatMap((result) => (result === undefined ? [] : [result.record]))
      .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    if (failure !== undefined && records.length === 0) throw failure
    return { records, ...(failure === undefined ? {} : { failure }) }
  } finally {
    await pool.stop()
  }
}

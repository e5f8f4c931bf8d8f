import { Worker } from 'node:worker_threads'
import type { AssayEvent } from '../../tools/core/events.ts'
import { HarnessError } from '../errors.ts'
import type { RecordScenario } from '../record/record.ts'
import type { Job, SchedulerMessage, WorkerMessage } from './job.ts'

/** What the scheduler reports while jobs run. */
export interface ScheduleListener {
  started(job: Job, worker: number): void
  event(job: Job, event: AssayEvent): void
  finished(record: RecordScenario): void
}

/** Options of a schedule. */
export interface ScheduleOptions {
  readonly jobs: readonly Job[]
  readonly workers: number
  /** Module that each worker thread runs, and the data that it is started with. */
  readonly workerUrl: URL
  readonly workerData: object
  /** Stop handing out jobs after the first that did not pass. */
  readonly bail: boolean
  readonly listener: ScheduleListener
  readonly signal: AbortSignal
  readonly setTimer: (delayMs: number, callback: () => void) => () => void
}

/** How long workers may take to end by themselves once the run is to end. */
const STOP_TIMEOUT_MS = 5_000

/**
 * Run jobs on worker threads, each of which owns one fork; answers the records in the order of the job ids.
 *
 * The order in which jobs are handed out has no influence on a record: every job starts from the same reset fork.
 *
 * @throws HarnessError WORKER_DIED, or what a worker reports while it starts
 */
export async function runSchedule(options: ScheduleOptions): Promise<RecordScenario[]> {
  const { jobs, listener, signal } = options
  const queue = [...jobs]
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const records: RecordScenario[] = []
  const count = Math.max(1, Math.min(options.workers, jobs.length))
  const threads = Array.from(
    { length: count },
    (_, index) => new Worker(options.workerUrl, { workerData: { ...options.workerData, index } }),
  )
  const stopAll = () => {
    queue.length = 0
    for (const thread of threads) thread.postMessage({ type: 'stop' } satisfies SchedulerMessage)
  }
  const terminateAll = () => Promise.all(threads.map((thread) => thread.terminate()))
  let cancelTermination = () => {}
  const abort = () => {
    stopAll()
    // A worker that is stuck hears nothing; its processes end with the run's own.
    cancelTermination = options.setTimer(STOP_TIMEOUT_MS, () => void terminateAll())
  }
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })

  const serve = (thread: Worker, index: number) =>
    new Promise<void>((resolve, reject) => {
      let current: Job | undefined
      const next = () => {
        current = queue.shift()
        const message: SchedulerMessage = current ? { type: 'run', job: current } : { type: 'stop' }
        thread.postMessage(message)
      }
      thread.on('message', (message: WorkerMessage) => {
        switch (message.type) {
          case 'ready':
            next()
            break
          case 'started': {
            const job = byId.get(message.jobId)
            if (job) listener.started(job, index)
            break
          }
          case 'event': {
            const job = byId.get(message.jobId)
            if (job) listener.event(job, message.event)
            break
          }
          case 'finished':
            records.push(message.record)
            listener.finished(message.record)
            if (options.bail && message.record.verdict !== 'passed') queue.length = 0
            next()
            break
          case 'failed':
            reject(new HarnessError(message.error.code, message.error.shortMessage, message.error.details))
        }
      })
      thread.on('error', reject)
      thread.on('exit', (code) => {
        if (code === 0 || signal.aborted) resolve()
        else {
          reject(
            new HarnessError('WORKER_DIED', `worker ${index} ended with code ${code}`, {
              where: current?.id ?? 'while starting',
              hint: 'run the scenario alone with --workers 1 to see its output',
            }),
          )
        }
      })
    })

  try {
    await Promise.all(threads.map(serve))
  } catch (error) {
    stopAll()
    await terminateAll()
    throw error
  } finally {
    cancelTermination()
    signal.removeEventListener('abort', abort)
  }
  return records.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

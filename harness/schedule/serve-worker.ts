import type { Worker } from 'node:worker_threads'
import { describeCause } from '../../tools/core/describe-cause.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import { HarnessError } from '../errors.ts'
import { replayCommand } from '../record/program.ts'
import type { RecordScenario } from '../record/record.ts'
import type { Job, SchedulerMessage, WorkerMessage } from './job.ts'
import type { JobQueue, QueuedJob } from './job-queue.ts'

/** What the scheduler reports while jobs run. */
export interface ScheduleListener {
  started(job: Job, worker: number): void
  event(job: Job, event: AssayEvent): void
  finished(record: RecordScenario): void
}

/** What a worker is served under. */
export interface ServiceOptions {
  readonly listener: ScheduleListener
  /** Aborted: what runs is finished, nothing more is started. */
  readonly signal: AbortSignal
  readonly setTimer: (delayMs: number, callback: () => void) => () => void
}

/**
 * How often a worker is looked at, in real time, and how many looks in turn may see no sign of progress on a job: nothing
 * that goes on is silent for so long. When this whole process stood still, it missed but one look.
 */
const LOOK_MS = 10_000
const MOST_SILENT_LOOKS = 18

/** A worker thread that is handed jobs. */
export interface ServedWorker {
  readonly ended: Promise<void>
  /** Send it home though it is not ready yet: nothing waits for a world that no job will have. */
  dismissUnready(): void
}

/** Hand jobs of a queue to a worker thread, one after the other, until the thread ends. */
export function serveWorker(
  thread: Worker,
  index: number,
  queue: JobQueue,
  { listener, signal, setTimer }: ServiceOptions,
): ServedWorker {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let current: QueuedJob | undefined
  let isReady = false
  let isDismissed = false
  let cancelLook = () => {}
  /** Wait for a sign of progress, if a job runs: anew, or once more. */
  const watch = (silentLooks = 0) => {
    cancelLook()
    const job = current?.job
    if (job === undefined) return
    cancelLook = setTimer(LOOK_MS, () => {
      if (silentLooks + 1 < MOST_SILENT_LOOKS) watch(silentLooks + 1)
      else queue.fail(describeStall(job, index))
    })
  }
  const begin = (queued: QueuedJob | undefined) => {
    current = queued
    isDismissed = queued === undefined
    watch()
    thread.postMessage(
      (queued ? { type: 'run', job: queued.job } : { type: 'stop' }) satisfies SchedulerMessage,
    )
  }
  const next = () => {
    const done = current
    current = undefined
    watch()
    queue.take(done, begin)
  }
  thread.on('message', (message: WorkerMessage) => {
    watch()
    switch (message.type) {
      case 'ready':
        isReady = true
        // What it was told meanwhile it hears yet.
        return isDismissed ? undefined : next()
      case 'started':
        return current && listener.started(current.job, index)
      case 'event':
        return current && listener.event(current.job, message.event)
      case 'alive':
        return
      case 'finished': {
        const { result } = message
        // The signal reached a process that was starting for it as well: it did not run.
        const isCut = signal.aborted && result.record.broken?.code === 'INTERRUPTED'
        // What a lost world came to says nothing.
        if (queue.failure() === undefined && !isCut) listener.finished(result.record)
        current?.resolve(isCut ? undefined : result)
        return next()
      }
      case 'failed': {
        const { code, shortMessage, details } = message.error
        return queue.fail(new HarnessError(code, shortMessage, details))
      }
    }
  })
  thread.on('error', (cause) => queue.fail(describeStray(cause, current?.job)))
  thread.on('exit', (code) => {
    cancelLook()
    // What a job loads can end the thread with any code: only one that was told to stop has not died.
    const isDead = code !== 0 || !isDismissed
    // Of a run that is to end nobody waits for a worker that was stuck.
    if (signal.aborted) current?.resolve(undefined)
    else if (isDead && queue.failure() === undefined) queue.fail(describeDeath(code, index, current?.job))
    end()
  })
  return {
    ended,
    dismissUnready() {
      if (!isReady) begin(undefined)
    },
  }
}

/** An error that nothing caught ends the thread. Code that is played as it stands in a property's file may have left it behind. */
const describeStray = (cause: unknown, job: Job | undefined): unknown =>
  job?.kind === 'property'
    ? new HarnessError('WORKER_DIED', 'a property left an error behind that nothing caught', {
        where: job.id,
        expected: 'whatever its check starts to be awaited',
        found: describeCause(cause),
        hint: 'await it; a case whose error comes too late could never fail',
        cause,
      })
    : cause

const describeDeath = (code: number, worker: number, job: Job | undefined) =>
  new HarnessError('WORKER_DIED', `worker ${worker} ended with code ${code}`, {
    where: job?.id ?? 'while no job ran',
    hint: 'run the scenario alone with --workers 1 to see its output',
  })

const describeStall = (job: Job, worker: number) =>
  new HarnessError('JOB_STALLED', `worker ${worker} stands still`, {
    where: job.id,
    expected: `a request or an event every ${(LOOK_MS * MOST_SILENT_LOOKS) / 60_000} minutes`,
    found: `none, and no end of it${job.document ? `, in the case ${JSON.stringify(job.document)}` : ''}`,
    hint: job.document
      ? 'this is a defect of the harness; keep the case as a YAML file and run it alone'
      : `this is a defect of the harness; run it alone: ${replayCommand(job.id, job.seed)}`,
  })

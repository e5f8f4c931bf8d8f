import type { Job, JobResult } from './job.ts'

/** A job with what waits for it. */
export interface QueuedJob {
  readonly job: Job
  resolve(result: JobResult | undefined): void
  reject(error: unknown): void
}

/** Jobs that wait for a worker, and workers that wait for a job. */
export interface JobQueue {
  /** Add a job; undefined when the queue was closed, or the job was dropped, before a worker took it. */
  add(job: Job): Promise<JobResult | undefined>
  /** Take a job, now or as soon as there is one; undefined when there will be none. */
  take(done: QueuedJob | undefined, give: (queued: QueuedJob | undefined) => void): void
  /** Give up jobs that no worker has taken. */
  drop(): void
  /** Take no more jobs, and send the workers that wait for one home. */
  close(): void
  /** End every job, of now and of later, with an error; the first one counts. */
  fail(error: unknown): void
  failure(): { readonly error: unknown } | undefined
}

/** Create an empty queue. */
export function createJobQueue(): JobQueue {
  const waiting: QueuedJob[] = []
  const taken = new Set<QueuedJob>()
  const idle: (() => void)[] = []
  let failure: { readonly error: unknown } | undefined
  let isClosed = false
  return {
    add(job) {
      if (failure) return Promise.reject(failure.error)
      if (isClosed) return Promise.resolve(undefined)
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject })
        idle.shift()?.()
      })
    },
    take(done, give) {
      if (done) taken.delete(done)
      const serve = () => {
        const next = waiting.shift()
        if (next === undefined && !isClosed) {
          idle.push(serve)
          return
        }
        if (next) taken.add(next)
        give(next)
      }
      serve()
    },
    drop() {
      for (const { resolve } of waiting.splice(0)) resolve(undefined)
    },
    close() {
      isClosed = true
      for (const serve of idle.splice(0)) serve()
    },
    fail(error) {
      failure ??= { error }
      for (const { reject } of [...taken, ...waiting.splice(0)]) reject(error)
    },
    failure: () => failure,
  }
}

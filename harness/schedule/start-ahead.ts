import { Worker } from 'node:worker_threads'
import type { SchedulerMessage } from './job.ts'

/** A worker thread that loads what it consists of while its jobs are still looked for. */
export interface ThreadAhead {
  /** Hand it over to who serves it, once; undefined when it has ended, as one that cannot be loaded does. */
  take(): Worker | undefined
  /** End it, unless it was taken. */
  end(): Promise<void>
}

/** Start a worker thread before there is anything to open it with. */
export function startAhead(workerUrl: URL): ThreadAhead {
  const thread = new Worker(workerUrl)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  thread.once('exit', () => resolve())
  let isThere = true
  const lose = () => {
    isThere = false
  }
  thread.on('error', lose).on('exit', lose)
  return {
    take() {
      if (!isThere) return undefined
      lose()
      return thread.off('error', lose).off('exit', lose)
    },
    async end() {
      if (!isThere) return
      // Ended from outside while it loads its modules, it can take the whole process with it.
      thread.postMessage({ type: 'stop' } satisfies SchedulerMessage)
      await ended
    },
  }
}

import { Worker } from 'node:worker_threads'

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
      if (isThere) await thread.terminate()
    },
  }
}

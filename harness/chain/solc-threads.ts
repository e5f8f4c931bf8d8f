import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Compilers in threads of their own. */
interface Compilers {
  /** Compile solc's standard JSON with the solc-js at a path; answers what it says, as JSON. */
  compile(path: string, input: string): Promise<string>
  stop(): Promise<void>
}

/** A thread of JavaScript as it is, so that nothing has to be loaded before the compiler. */
const THREAD = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ path, input }) => parentPort.postMessage(require(path).compile(input)))
`

/** Start threads as they are needed, as many at most as there are cores. */
function startCompilers(): Compilers {
  const all = new Set<Worker>()
  const idle: Worker[] = []
  const waiting: (() => void)[] = []
  const take = async (): Promise<Worker> => {
    const free = idle.pop()
    if (free !== undefined) return free
    if (all.size < availableParallelism()) {
      const started = new Worker(THREAD, { eval: true, execArgv: [] })
      all.add(started)
      return started
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
    return take()
  }
  return {
    async compile(path, input) {
      const worker = await take()
      try {
        worker.postMessage({ path, input })
        const [answer] = (await once(worker, 'message')) as [string]
        idle.push(worker)
        return answer
      } catch (cause) {
        // What it threw has ended the thread, and another may begin in its place.
        all.delete(worker)
        throw cause
      } finally {
        waiting.shift()?.()
      }
    },
    async stop() {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

let shared: Compilers | undefined
let users = 0

/** Do something with compilers, which all that compile at the same time share; they end with the last of them. */
export async function withCompilers<T>(body: (compilers: Compilers) => Promise<T>): Promise<T> {
  shared ??= startCompilers()
  const compilers = shared
  users += 1
  try {
    return await body(compilers)
  } finally {
    users -= 1
    if (users === 0) {
      shared = undefined
      await compilers.stop()
    }
  }
}

import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Compilers in threads of their own. */
export interface Compilers {
  /** Compile solc's standard JSON; answers what it says, as JSON. */
  compile(input: string): Promise<string>
  stop(): Promise<void>
}

/** A thread of JavaScript as it is, so that nothing has to be loaded before the compiler. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const solc = require(workerData)
  parentPort.on('message', (input) => parentPort.postMessage(solc.compile(input)))
`

/** Start threads as they are needed, as many at most as there are cores; `path` is that of solc-js. */
export function startCompilers(path: string): Compilers {
  const all: Worker[] = []
  const idle: Worker[] = []
  const waiting: (() => void)[] = []
  const take = async (): Promise<Worker> => {
    const free = idle.pop()
    if (free !== undefined) return free
    if (all.length < availableParallelism()) {
      const started = new Worker(THREAD, { eval: true, workerData: path, execArgv: [] })
      all.push(started)
      return started
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
    return take()
  }
  return {
    async compile(input) {
      const worker = await take()
      worker.postMessage(input)
      const [answer] = (await once(worker, 'message')) as [string]
      idle.push(worker)
      waiting.shift()?.()
      return answer
    },
    async stop() {
      await Promise.all(all.map((worker) => worker.terminate()))
    },
  }
}

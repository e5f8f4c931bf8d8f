import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Job } from '../schedule/job.ts'
import type { EnvironmentOptions } from '../stage/environment.ts'
import type { OpenOrigin } from './lane.ts'
import type { SourceTree } from './source-tree.ts'
import type { VariantAnswer, VariantRequest } from './worker.ts'

/** How a job ended, or that it did not in time or before nobody waited any more. */
export type RunnerAnswer = VariantAnswer | { readonly kind: 'timed-out' }

/** Runs jobs on the sources of a tree, one after the other, on a fork of its own. */
export interface VariantRunner {
  run(job: Job): Promise<RunnerAnswer>
  stop(): Promise<void>
}

/** Longest time for a fork to start. */
const START_TIMEOUT_MS = 120_000

/** Longest time for a thread to end by itself, and for one that is still loading its modules. */
const END_TIMEOUT_MS = 5_000
const LOAD_TIMEOUT_MS = 30_000

/** Create a runner; its thread starts at the first job, and again after one that did not end in time. */
export function createVariantRunner(
  tree: SourceTree,
  options: Omit<EnvironmentOptions, 'openOrigin'> & {
    readonly openOrigin: OpenOrigin
    readonly timeoutMs: number
    readonly signal: AbortSignal
  },
): VariantRunner {
  const { timeoutMs, signal, openOrigin, ...workerData } = options
  let thread: Worker | undefined
  /** Why no job can run: what keeps a thread from starting once does so always. */
  let failure: VariantAnswer | undefined

  const ask = (worker: Worker, request: VariantRequest | undefined, waitMs: number) =>
    new Promise<'ready' | RunnerAnswer>((resolve, reject) => {
      const giveUp = () => finish(() => resolve({ kind: 'timed-out' }))
      const timer = setTimeout(giveUp, waitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      const finish = (then: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit')
        // What goes wrong in it when nobody asks any more would end the whole process.
        worker.on('error', () => undefined)
        then()
      }
      worker.once('message', (answer) => finish(() => resolve(answer)))
      worker.once('error', (error) => finish(() => reject(error)))
      worker.once('exit', () => finish(() => reject(new Error('a worker ended'))))
      if (request) worker.postMessage(request)
    })

  const start = async (): Promise<Worker | VariantAnswer> => {
    const entry = pathToFileURL(join(tree.path, 'bin/variant-worker.mjs'))
    const worker = new Worker(entry, {
      workerData,
      env: { ...process.env, NODE_COMPILE_CACHE: tree.compileCache },
    })
    const answer = await ask(worker, undefined, START_TIMEOUT_MS).catch(
      (cause: unknown): VariantAnswer => ({ kind: 'unloadable', reason: describe(cause) }),
    )
    if (answer === 'ready') return worker
    // Ended from outside while it loads its modules, it can take the whole process with it.
    await end(worker, LOAD_TIMEOUT_MS)
    return answer.kind === 'timed-out' ? { kind: 'broken', reason: 'no fork started in time' } : answer
  }

  const discard = async (worker: Worker) => {
    thread = undefined
    await worker.terminate()
  }

  return {
    async run(job) {
      if (failure) return failure
      const worker = thread ?? (await start())
      if (!(worker instanceof Worker)) {
        failure = worker
        return failure
      }
      thread = worker
      const chain = job.scenario?.beside?.chain
      const beside = chain && { chain, origin: await openOrigin(chain) }
      try {
        const answer = (await ask(worker, { job, ...(beside ? { beside } : {}) }, timeoutMs)) as RunnerAnswer
        if (answer.kind === 'timed-out') await discard(worker)
        return answer
      } catch (cause) {
        await discard(worker)
        return { kind: 'broken', reason: describe(cause) }
      }
    },
    async stop() {
      if (thread === undefined) return
      const ending = thread
      thread = undefined
      await end(ending, END_TIMEOUT_MS)
    },
  }
}

/** Let a thread end by itself, or end it where that takes too long. */
async function end(worker: Worker, waitMs: number): Promise<void> {
  // One that has ended says so no more, and has no thread any more.
  if (worker.threadId !== -1) {
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage('stop' satisfies VariantRequest)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, waitMs).unref())])
  }
  await worker.terminate()
}

const describe = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

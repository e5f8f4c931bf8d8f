import { Worker } from 'node:worker_threads'
import type { Job } from '../run/job.ts'
import type { Variant } from './variant-loader.ts'
import type { VariantAnswer, VariantRequest, VariantWorkerOptions } from './worker.ts'

/** Runs jobs on variants, one after the other, on a fork of its own. */
export interface VariantRunner {
  run(variant: Variant, job: Job): Promise<VariantAnswer | { readonly kind: 'timed-out' }>
  stop(): Promise<void>
}

/** Variants after which a thread is replaced: modules are never unloaded. */
const VARIANTS_PER_THREAD = 30

/** Longest time for a fork to start. */
const START_TIMEOUT_MS = 120_000

/** Create a runner; its thread starts at the first job, and again after one that did not end in time. */
export function createVariantRunner(
  options: VariantWorkerOptions & { readonly timeoutMs: number },
): VariantRunner {
  const { timeoutMs, ...workerData } = options
  let thread: Worker | undefined
  let served = new Set<string>()

  const ask = (worker: Worker, message: VariantRequest | undefined, waitMs: number) =>
    new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => finish(() => resolve({ kind: 'timed-out' })), waitMs)
      const finish = (then: () => void) => {
        clearTimeout(timer)
        worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit')
        then()
      }
      worker.once('message', (answer) => finish(() => resolve(answer)))
      worker.once('error', (error) => finish(() => reject(error)))
      worker.once('exit', () => finish(() => reject(new Error('a worker ended'))))
      if (message) worker.postMessage(message)
    })

  const stop = async () => {
    if (thread === undefined) return
    const ending = thread
    thread = undefined
    const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
    ending.postMessage('stop')
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5_000).unref())])
    await ending.terminate()
  }

  return {
    async run(variant, job) {
      if (served.size >= VARIANTS_PER_THREAD && !served.has(variant.key)) await stop()
      if (thread === undefined) {
        served = new Set()
        thread = new Worker(new URL('worker.ts', import.meta.url), { workerData })
        await ask(thread, undefined, START_TIMEOUT_MS)
      }
      const worker = thread
      served.add(variant.key)
      try {
        const answer = (await ask(worker, { variant, job }, timeoutMs)) as
          | VariantAnswer
          | { kind: 'timed-out' }
        if (answer.kind === 'timed-out') {
          thread = undefined
          await worker.terminate()
        }
        return answer
      } catch (cause) {
        thread = undefined
        await worker.terminate()
        return { kind: 'broken', reason: cause instanceof Error ? cause.message : String(cause) }
      }
    },
    stop,
  }
}

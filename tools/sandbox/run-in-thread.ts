import { Worker } from 'node:worker_threads'
import type { Clock } from '../core/clock.ts'
import { STACK_SLOT_BYTES } from './limits.ts'
import type { ModuleJob, ModuleOutcome } from './run-module.ts'

/** What came of a thread: the module's own outcome, or how the thread was ended. */
export type ThreadOutcome =
  | ModuleOutcome
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'died'; readonly reason: string }

/** Heap that the thread's own code needs, which reads and rewrites the module. */
const OWN_HEAP_MB = 128

/**
 * Heap to allow the thread. Once WebAssembly memory takes half of the heap limit, the engine collects garbage at
 * each memory.grow, which would take milliseconds for what costs little fuel.
 */
const heapMb = (memoryBytes: number) => OWN_HEAP_MB + 2 * Math.ceil(memoryBytes / 2 ** 20)

/**
 * Run a module on a thread of its own, which is ended when the module is, at the wall-clock limit, or when the
 * caller gives up.
 *
 * The thread gets the module and its input and nothing else: no environment, no arguments, no standard streams.
 */
export async function runInThread(
  job: ModuleJob,
  setTimer: Clock['setTimer'],
  signal?: AbortSignal,
): Promise<ThreadOutcome> {
  if (signal?.aborted) return { kind: 'aborted' }
  const { promise, resolve } = Promise.withResolvers<ThreadOutcome>()
  const worker = new Worker(new URL('./thread-entry.mjs', import.meta.url), {
    name: 'sandbox',
    workerData: job,
    argv: [],
    env: {},
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb(job.limits.memoryBytes),
      maxYoungGenerationSizeMb: 16,
      stackSizeMb: Math.ceil((job.limits.stackSlots * STACK_SLOT_BYTES) / 2 ** 20),
    },
  })
  worker.once('message', resolve)
  worker.once('error', (error) => resolve({ kind: 'died', reason: error.message }))
  worker.once('exit', (code) => resolve({ kind: 'died', reason: `the thread ended with code ${code}` }))
  const onAbort = () => resolve({ kind: 'aborted' })
  signal?.addEventListener('abort', onAbort, { once: true })
  const cancelTimer = setTimer(job.limits.wallClockMs, () => resolve({ kind: 'timed-out' }))
  try {
    return await promise
  } finally {
    cancelTimer()
    signal?.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { QueueAddress } from '../queue/queue-url.ts'
import type { RunTerms } from '../queue/run-terms.ts'
import { quoteWord } from '../record/program.ts'
import { countWorkers } from '../schedule/count-workers.ts'
import type { Job } from '../schedule/job.ts'
import type { ServiceOptions } from '../schedule/serve-worker.ts'
import type { ThreadAhead } from '../schedule/start-ahead.ts'
import { startWorkerPool, type WorkerPool } from '../schedule/worker-pool.ts'
import { DEFAULT_CHAIN } from '../world/origin-chains.ts'
import { hashCode, hashFiles } from './hash-code.ts'
import { PROJECT_ROOT, WORKER_ENTRY } from './paths.ts'
import { type Forks, openEmbedded, type ServedUpstream, type UpstreamOptions } from './upstream.ts'

/** Options that choose who runs the jobs of a run. */
export interface PoolOptions extends Omit<UpstreamOptions, 'onProgress' | 'signal'> {
  readonly workers?: number
  /** A Redis server through which workers anywhere take the jobs. */
  readonly queue?: QueueAddress
  /** A worker thread that was started before anything else was loaded. */
  readonly ahead?: ThreadAhead
}

/** What a pool is opened under. */
export interface PoolContext extends ServiceOptions {
  readonly served: ServedUpstream
  /** Whether anybody watches the events of the stack as they happen. */
  readonly reportsEvents: boolean
}

/** What threads are started under. */
export interface ThreadContext extends Omit<PoolContext, 'served'> {
  readonly served: Omit<Forks, 'anvilVersion'> & Pick<ServedUpstream, 'upstream'>
}

/** Threads that start at once: what else a run begins with has a core until the first of them is ready. */
const THREADS_AT_ONCE = availableParallelism() - 1

/** Start threads of this process that run jobs, as many as were asked for. */
export function startThreads(options: PoolOptions, context: ThreadContext, workers: number) {
  const { served, reportsEvents, ...service } = context
  return startWorkerPool({
    ...service,
    workers,
    atOnce: THREADS_AT_ONCE,
    workerUrl: WORKER_ENTRY,
    ...(options.ahead ? { ahead: options.ahead } : {}),
    workerData: {
      upstream: served.upstream,
      stateDir: served.stateDir,
      storeDir: served.storeDir,
      anvilBinary: served.anvilBinary,
      reportsEvents,
      // The URL itself may hold a key.
      replayOptions: writeReplayOptions(options),
    },
  })
}

/**
 * Open who runs the jobs of a run: threads of this process, or the workers of a queue.
 *
 * @throws HarnessError QUEUE_UNREACHABLE
 */
export async function openPool(
  jobs: readonly Job[],
  options: PoolOptions,
  context: PoolContext & {
    /** In milliseconds, the last time that a job ran. */
    readonly durationOf: (job: Job) => number | undefined
    readonly onProgress: (message: string) => void
  },
): Promise<WorkerPool> {
  const { onProgress, durationOf, ...own } = context
  await buildBesides(jobs, context)
  if (options.queue === undefined) {
    const wanted = options.workers ?? Math.min(availableParallelism(), countWorkers(jobs, durationOf))
    return startThreads(options, own, Math.min(wanted, jobs.length))
  }
  // A run on this machine alone loads nothing of it.
  const { openQueueRun } = await import('../queue/open-queue-run.ts')
  const terms = writeTerms(options, context.served, filesOf(jobs))
  return openQueueRun(options.queue, { ...own, terms, onProgress })
}

/** Build the origins of second chains before the workers open them: that is reported, and done once. */
async function buildBesides(
  jobs: readonly Job[],
  { served, signal, onProgress }: PoolContext & { readonly onProgress: (message: string) => void },
): Promise<void> {
  if (!('genesis' in served.upstream.origin)) return
  const { anvilBinary, stateDir } = served
  for (const chain of new Set(jobs.flatMap(({ scenario }) => scenario?.beside?.chain ?? []))) {
    await openEmbedded({ chain, anvilBinary, stateDir, onProgress, signal })
  }
}

/** What the jobs of a run are run under here. */
export const writeTerms = (
  options: PoolOptions,
  {
    worldHash,
    cassetteHash,
    anvilVersion,
  }: Pick<ServedUpstream, 'worldHash' | 'cassetteHash' | 'anvilVersion'>,
  files: readonly string[],
): RunTerms => ({
  codeHash: hashCode(),
  worldHash,
  ...(cassetteHash === undefined ? {} : { cassetteHash }),
  anvilVersion,
  replayOptions: writeReplayOptions(options),
  files: hashFiles(files),
})

/** The files that workers load themselves: properties, and what these may share. */
const filesOf = (jobs: readonly Job[]): readonly string[] => {
  const properties = jobs.filter(({ kind }) => kind === 'property').map(({ file }) => file)
  return properties.length === 0
    ? []
    : [...properties, ...globSync('scenarios/**/*.ts', { cwd: PROJECT_ROOT }).sort()]
}

/** Write the options by which a command has the chain of a run again. */
export function writeReplayOptions({ chain, rpcUrl, forkBlockNumber, replay }: PoolOptions): string {
  if (rpcUrl !== undefined) return ` --rpc-url "$RPC_URL" --fork-block-number ${forkBlockNumber}`
  const named = chain === undefined || chain === DEFAULT_CHAIN ? '' : ` --chain ${chain}`
  return replay === undefined ? named : `${named} --replay ${quoteWord(replay)}`
}

import { availableParallelism } from 'node:os'
import { createLiveProgress } from '../../../reports/live-progress.ts'
import type { ReporterName } from '../../../reports/reporters/index.ts'
import { measureCoverage } from '../../coverage/measure-coverage.ts'
import { HarnessError } from '../../errors.ts'
import { compareProvenance } from '../../record/compare-provenance.ts'
import type { RecordProvenance, RecordReplay, RunRecord } from '../../record/record.ts'
import { runSchedule } from '../../schedule/run-schedule.ts'
import { buildRecord, startRun } from '../build-record.ts'
import { conclude, describeIncomplete } from '../conclude.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { loadJobs } from '../load-jobs.ts'
import { STATE_DIR } from '../paths.ts'
import { readProvenance } from '../provenance.ts'
import { setRealTimer } from '../real-timer.ts'
import { renderProblems } from '../render-problems.ts'
import { serveUpstream, type UpstreamOptions } from '../upstream.ts'

/** Options of `assay run`. */
export interface RunOptions extends Omit<UpstreamOptions, 'onProgress' | 'signal'> {
  readonly filter?: string
  readonly workers?: number
  readonly seed: string
  readonly reporter: ReporterName
  readonly bail?: boolean
  /** Play every draw of what is drawn, not only the share of a default run. */
  readonly thorough?: boolean
  /** Ids of the only scenarios to run. */
  readonly only?: readonly string[]
  /** Say what the run exercised of everything that the stack may decide. */
  readonly coverage?: boolean
  /** The share of it in percent below which the run fails; implies `coverage`. */
  readonly coverageMin?: number
  /** The run whose failures these are. */
  readonly replayOf?: RunRecord
}

/** Run scenarios, write the reports and print the result; answers the exit code. */
export async function run(paths: readonly string[], options: RunOptions, io: CliIo): Promise<number> {
  const start = startRun()
  const { jobs, problems } = await loadJobs(paths, options)
  if (problems.length > 0) {
    io.progress(renderProblems(problems, io.errorColors))
    return EXIT_CODES.broken
  }
  if (jobs.length === 0) {
    throw new HarnessError('BAD_USAGE', 'no scenario to run', {
      expected: 'at least one scenario',
      found: options.filter ? `none that matches "${options.filter}"` : 'none at the given paths',
      hint: 'see `assay list`',
    })
  }
  const served = await serveUpstream({ ...options, onProgress: io.progress, signal: io.signal })
  const live = createLiveProgress({
    write: io.writeError,
    isTty: io.isTty,
    columns: io.columns,
    total: jobs.length,
    colors: io.errorColors,
  })
  try {
    const files = [...new Set(jobs.map(({ file }) => file))]
    const provenance = readProvenance(served, options, files)
    const replayOf = options.replayOf && compareReplay(options.replayOf, provenance, files, io)
    const setUpMs = performance.now() - start.ms
    const { records: scenarios, failure } = await runSchedule({
      jobs,
      workers: options.workers ?? availableParallelism(),
      workerUrl: new URL('../worker.ts', import.meta.url),
      workerData: {
        upstream: served.upstream,
        stateDir: STATE_DIR,
        anvilBinary: served.anvilBinary,
        reportsEvents: io.isTty,
        // The URL itself may hold a key.
        replayOptions:
          options.rpcUrl === undefined
            ? ''
            : ` --rpc-url "$RPC_URL" --fork-block-number ${options.forkBlockNumber}`,
      },
      bail: options.bail ?? false,
      listener: {
        started: (job) => live.scenarioStarted(job),
        event: (job, event) => live.event(job, event),
        finished: (record) => live.scenarioFinished(record),
      },
      signal: io.signal,
      lost: served.lost,
      setTimer: setRealTimer,
    })
    live.end()
    const incomplete = describeIncomplete(io.signal, failure)
    const record = buildRecord(start, {
      provenance: { ...provenance, ...(replayOf ? { replayOf } : {}) },
      scenarios,
      planned: jobs.length,
      ...(incomplete ? { incomplete } : {}),
      ...(options.coverage || options.coverageMin !== undefined
        ? { coverage: measureCoverage(scenarios, options.coverageMin) }
        : {}),
      setUpMs,
    })
    return conclude(record, options.reporter, io)
  } finally {
    live.end()
    await served.stop()
  }
}

/** Say, before anything runs, what is not as it was in the run that is replayed. */
function compareReplay(
  { runId, provenance: then }: RunRecord,
  now: RecordProvenance,
  files: readonly string[],
  io: CliIo,
): RecordReplay {
  const differences = compareProvenance(then, now, files)
  io.progress(
    differences.length === 0
      ? `replay of ${runId}: scenarios, code, versions and world are as they were`
      : [`replay of ${runId}, but not of the same:`, ...differences.map((each) => `  ${each}`)].join('\n'),
  )
  return { runId, differences }
}

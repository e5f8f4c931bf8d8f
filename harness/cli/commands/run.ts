import { createLiveProgress } from '../../../reports/live-progress.ts'
import { measureCoverage } from '../../coverage/measure-coverage.ts'
import { HarnessError } from '../../errors.ts'
import type { DriverName } from '../../pi/driver.ts'
import { compareProvenance } from '../../record/compare-provenance.ts'
import { judgeReplay } from '../../record/judge-replay.ts'
import type {
  RecordIncomplete,
  RecordProvenance,
  RecordReplay,
  RecordScenario,
  RunRecord,
} from '../../record/record.ts'
import type { Job } from '../../schedule/job.ts'
import { orderJobs } from '../../schedule/order-jobs.ts'
import { runSchedule } from '../../schedule/run-schedule.ts'
import { buildRecord, startRun } from '../build-record.ts'
import { chooseDriver, chooseRecordedDrivers } from '../choose-driver.ts'
import { loadReporters, type ReporterChoice } from '../choose-reporters.ts'
import { conclude, describeIncomplete } from '../conclude.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { type KnownCells, keepKnownCells, readKnownCells } from '../known-cells.ts'
import { loadJobs } from '../load-jobs.ts'
import { openPool, type PoolOptions } from '../open-pool.ts'
import { REGRESSIONS_DIR, STATE_DIR } from '../paths.ts'
import { readProvenance } from '../provenance.ts'
import { readChangedFiles } from '../read-git.ts'
import { setRealTimer } from '../real-timer.ts'
import { renderProblems } from '../render-problems.ts'
import { keepTape } from '../tape.ts'
import { serveUpstream } from '../upstream.ts'

/** Options of `assay run`. */
export interface RunOptions extends PoolOptions {
  readonly filter?: string
  readonly seed: string
  readonly reporter?: readonly ReporterChoice[]
  readonly bail?: boolean
  /** Play every draw of what is drawn, not only the share of a default run. */
  readonly thorough?: boolean
  /** Only what can be affected by files that differ from this commit, or from HEAD. */
  readonly changed?: string | true
  /** Ids of the only scenarios to run. */
  readonly only?: readonly string[]
  /** Say what the run exercised of everything that the stack may decide. */
  readonly coverage?: boolean
  /** The share of it in percent below which the run fails; implies `coverage`. */
  readonly coverageMin?: number
  /** Who makes the agent's calls in all of them; what they say without it. */
  readonly driver?: DriverName
  /** The run whose failures these are. */
  readonly replayOf?: RunRecord
}

/** Run scenarios, write the reports and print the result; answers the exit code. */
export async function run(paths: readonly string[], options: RunOptions, io: CliIo): Promise<number> {
  const start = startRun()
  const reporters = await loadReporters(options.reporter)
  const { jobs: found, goals, problems } = await loadJobs(paths, options)
  const loaded = takeDrivers(found, options)
  if (problems.length > 0) {
    io.progress(renderProblems(problems, io.errorColors))
    return EXIT_CODES.broken
  }
  const known = readKnownCells(STATE_DIR)
  const jobs = options.changed === undefined ? loaded : await keepChanged(loaded, options.changed, known, io)
  if (jobs.length === 0 && loaded.length > 0) return EXIT_CODES.pass
  if (jobs.length === 0) {
    throw new HarnessError('BAD_USAGE', 'no scenario to run', {
      expected: 'at least one scenario',
      found: options.filter
        ? `none that matches "${options.filter}"`
        : `none at the given paths${goals.length > 0 ? ', goal tasks alone' : ''}`,
      hint: goals.length > 0 ? 'run goal tasks with `assay agent`' : 'see `assay list`',
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
    const setUpMs = performance.now() - start.ms
    const pool = await openPool(jobs, options, {
      served,
      reportsEvents: io.isTty,
      listener: {
        started: (job) => live.scenarioStarted(job),
        event: (job, event) => live.event(job, event),
        finished: (record) => live.scenarioFinished(record),
      },
      signal: io.signal,
      setTimer: setRealTimer,
      onProgress: io.progress,
    })
    const scheduled = runSchedule({
      jobs: orderJobs(jobs, ({ id, path }) =>
        // What failed before is the first thing to know.
        path.startsWith(REGRESSIONS_DIR) ? undefined : known.get(id)?.durationMs,
      ),
      pool,
      bail: options.bail ?? false,
    })
    // Hashing all sources takes about as long as the workers take to start.
    const provenance = readProvenance(served, options, files)
    const endReplay = options.replayOf && beginReplay(options.replayOf, provenance, files, io)
    const { records: scenarios, failure } = await scheduled
    live.end()
    io.tryWrite(() => keepKnownCells(STATE_DIR, scenarios))
    const incomplete = describeIncomplete(io.signal, failure)
    const record = buildRecord(start, {
      provenance: { ...provenance, ...(endReplay ? { replayOf: endReplay(scenarios, incomplete) } : {}) },
      scenarios,
      planned: jobs.length,
      ...(incomplete ? { incomplete } : {}),
      ...(options.coverage || options.coverageMin !== undefined
        ? { coverage: measureCoverage(scenarios, options.coverageMin) }
        : {}),
      setUpMs,
    })
    if (served.tape) keepTape(served.tape, options, incomplete, io)
    return conclude(record, reporters, io)
  } finally {
    live.end()
    await served.tape?.stop()
  }
}

/** Let the driver that is asked for play everything, or each that of the run that is replayed what it played there. */
function takeDrivers(jobs: readonly Job[], { driver, replayOf }: RunOptions): readonly Job[] {
  if (driver !== undefined) return chooseDriver(jobs, driver)
  return replayOf === undefined ? jobs : chooseRecordedDrivers(jobs, replayOf)
}

/** Keep the jobs in which a change can show, and say how many that are. */
async function keepChanged(
  jobs: readonly Job[],
  changed: string | true,
  known: KnownCells,
  io: CliIo,
): Promise<readonly Job[]> {
  const files = readChangedFiles(changed === true ? 'HEAD' : changed)
  const { chooseChanged } = await import('../choose-changed.ts')
  const chosen = chooseChanged(jobs, files, known)
  const sum = `${files.length} changed ${files.length === 1 ? 'file' : 'files'}`
  io.progress(
    chosen.length === 0
      ? `nothing to run: ${sum}, and no scenario depends on any`
      : `${sum} can affect ${chosen.length} of ${jobs.length} scenarios`,
  )
  return chosen
}

/** Say, before anything runs, what is not as it was in the run that is replayed; answers how to judge what came of it. */
function beginReplay(
  then: RunRecord,
  now: RecordProvenance,
  files: readonly string[],
  io: CliIo,
): (scenarios: readonly RecordScenario[], incomplete: RecordIncomplete | undefined) => RecordReplay {
  const { runId } = then
  const differences = compareProvenance(then.provenance, now, files)
  io.progress(
    differences.length === 0
      ? `replay of ${runId}: scenarios, code, versions and world are as they were`
      : [`replay of ${runId}, but not of the same:`, ...differences.map((each) => `  ${each}`)].join('\n'),
  )
  return (scenarios, incomplete) => ({
    runId,
    differences,
    ...(incomplete ? {} : judgeReplay(then, { scenarios, provenance: now })),
  })
}

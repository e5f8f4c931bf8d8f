import { createLiveProgress } from '../../../reports/live-progress.ts'
import { makeVisible } from '../../../reports/text/make-visible.ts'
import { hashCassette } from '../../cassette/hash-cassette.ts'
import { HarnessError } from '../../errors.ts'
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
import { findChainName } from '../../world/origin-chains.ts'
import { assertFolderWritable } from '../assert-writable.ts'
import { buildRecord, type RunStart, startRun } from '../build-record.ts'
import { type ChoiceOptions, chooseJobs } from '../choose-jobs.ts'
import { type ChosenReporter, loadReporters, type ReporterChoice } from '../choose-reporters.ts'
import { conclude, describeIncomplete } from '../conclude.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { OpenBaseline } from '../hold-baseline.ts'
import type { CliIo } from '../io.ts'
import { deriveOnce } from '../kept-by-code.ts'
import { type KnownCells, openKnownCells } from '../known-cells.ts'
import { listRunFiles } from '../list-run-files.ts'
import { openPool, type PoolOptions } from '../open-pool.ts'
import { PROJECT_ROOT, REGRESSIONS_DIR, RUNS_DIR, STATE_DIR } from '../paths.ts'
import { readProvenance } from '../provenance.ts'
import { readCodeState } from '../read-git.ts'
import type { LastFailed } from '../read-last-failed.ts'
import { setRealTimer } from '../real-timer.ts'
import { sendTraces, type TracesOptions } from '../send-traces.ts'
import { type ServedUpstream, serveUpstream } from '../upstream.ts'
import type { StopAt } from './stop-at.ts'

/** Options of `assay run`. */
export interface RunOptions extends PoolOptions, TracesOptions, Omit<ChoiceOptions, 'cwd' | 'driversOf'> {
  readonly reporter?: readonly ReporterChoice[]
  readonly bail?: boolean
  /** Only what did not pass in the newest run, under its seed and on its chain. */
  readonly lastFailed?: boolean
  /** Keep the fork of one scenario open behind a step. */
  readonly stopAt?: StopAt
  /** Where the folders of runs are; in the project by default. */
  readonly out?: string
  /** Say what the run exercised of everything that the stack may decide. */
  readonly coverage?: boolean
  /** The share of it in percent below which the run fails; implies `coverage`. */
  readonly coverageMin?: number
  /** Hold the run against this baseline. */
  readonly baseline?: string
  /** The run whose failures these are. */
  readonly replayOf?: RunRecord
}

/** Run scenarios, write the reports and print the result; answers the exit code. */
export async function run(paths: readonly string[], given: RunOptions, io: CliIo): Promise<number> {
  const start = startRun()
  const last = given.lastFailed
    ? (await import('../read-last-failed.ts')).readLastFailed(given.out ?? RUNS_DIR)
    : undefined
  if (last?.ids.length === 0) {
    io.progress(`nothing to run: ${last.record.runId} passed`)
    return EXIT_CODES.pass
  }
  const named = last && paths.length === 0 ? last : undefined
  const options = {
    ...given,
    ...(last ? takeFailed(last, given) : {}),
    // A record names files from the project, wherever this was typed.
    ...(named ? { recordedIn: named.record, cwd: PROJECT_ROOT } : {}),
  }
  const known = openKnownCells(options.stateDir ?? STATE_DIR, options)
  const driversOf = options.replayOf ?? last?.record
  const jobs = await chooseJobs(
    named?.ids ?? paths,
    driversOf ? { ...options, driversOf } : options,
    known,
    io,
  )
  if (jobs === undefined) return EXIT_CODES.broken
  if (jobs.length === 0) return EXIT_CODES.pass
  const reporters = await loadReporters(options.reporter)
  const baseline =
    options.baseline === undefined
      ? undefined
      : (await import('../hold-baseline.ts')).openBaseline(options.baseline)
  if (options.stopAt === undefined) assertFolderWritable(options.out ?? RUNS_DIR)
  const served = await serveUpstream({ ...options, onProgress: io.progress, signal: io.signal })
  try {
    baseline?.assertFits(options.seed, served)
    if (options.stopAt === undefined)
      return await runJobs({ start, paths, jobs, known, served, reporters, baseline }, options, io)
    const { stopAt } = await import('./stop-at.ts')
    return await stopAt(jobs, options.stopAt, served, io)
  } finally {
    await served.tape?.stop()
  }
}

/**
 * Take what failed, under the seed and on the chain of then; a URL says itself which chain it leads to.
 *
 * @throws HarnessError BAD_USAGE without one, where the run forked such a chain: a record names none
 */
function takeFailed(
  { record: { runId, provenance }, ids }: LastFailed,
  { rpcUrl, replay }: RunOptions,
): Pick<RunOptions, 'seed' | 'only' | 'chain'> {
  const { kind, chainId, blockNumber } = provenance.origin
  if (kind === 'rpc' && rpcUrl === undefined && replay === undefined) {
    throw new HarnessError('BAD_USAGE', 'the newest run forked a chain that is not named', {
      where: runId,
      expected: `chain ${chainId} at block ${blockNumber}: its RPC URL, or what \`assay run --record\` wrote`,
      found: 'neither',
      hint: `pass --rpc-url "$RPC_URL" --fork-block-number ${blockNumber}, or --replay <cassette>`,
    })
  }
  const chain = findChainName(chainId)
  return {
    seed: provenance.seed,
    only: ids,
    ...(chain === undefined || rpcUrl !== undefined ? {} : { chain }),
  }
}

/** A run that is set up. */
interface Run {
  readonly start: RunStart
  /** What alone was asked for. */
  readonly paths: readonly string[]
  readonly jobs: readonly Job[]
  readonly known: KnownCells
  readonly served: ServedUpstream
  readonly reporters: readonly ChosenReporter[]
  readonly baseline: OpenBaseline | undefined
}

async function runJobs(
  { start, paths, jobs, known, served, reporters, baseline }: Run,
  options: RunOptions,
  io: CliIo,
) {
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
      durationOf: known.durationOf,
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
      jobs: orderJobs(jobs, (job) =>
        // What failed before is the first thing to know.
        job.path.startsWith(REGRESSIONS_DIR) ? undefined : known.durationOf(job),
      ),
      pool,
      bail: options.bail ?? false,
    })
    // Hashing all sources takes about as long as the workers take to start.
    const [{ provenance, endReplay }, code, { records: scenarios, failure }] = await Promise.all([
      readOrigin(served, { ...options, paths }, files, io),
      readCodeState(listRunFiles(jobs)),
      scheduled,
    ])
    live.end()
    io.tryWrite(() => known.keep(jobs, scenarios, code))
    const incomplete = describeIncomplete(io.signal, failure)
    const cassette = incomplete ? undefined : served.tape?.read()
    const record = buildRecord(start, {
      provenance: {
        ...provenance,
        ...(cassette ? { cassetteHash: hashCassette(cassette) } : {}),
        ...(endReplay ? { replayOf: endReplay(scenarios, incomplete) } : {}),
      },
      scenarios,
      planned: jobs.length,
      ...listNotRun(jobs, scenarios),
      ...(incomplete ? { incomplete } : {}),
      ...(await readCoverage(scenarios, options)),
      setUpMs,
      standings: await deriveOnce(
        served.stateDir,
        'standings',
        async () => (await import('../standings.ts')).STANDINGS,
      ),
    })
    if (served.tape) {
      const { keepTape } = await import('../tape.ts')
      keepTape(cassette, options, io)
    }
    const held = baseline && !incomplete ? baseline.hold(record) : record
    const exitCode = conclude(held, reporters, io, { out: options.out })
    await sendTraces(held, options, io)
    return exitCode
  } finally {
    live.end()
  }
}

function listNotRun(jobs: readonly Job[], scenarios: readonly RecordScenario[]): Pick<RunRecord, 'notRun'> {
  const ran = new Set(scenarios.map(({ id }) => id))
  const notRun = jobs.flatMap(({ id }) => (ran.has(id) ? [] : [id])).sort()
  return notRun.length === 0 ? {} : { notRun }
}

async function readCoverage(
  scenarios: readonly RecordScenario[],
  { coverage, coverageMin }: RunOptions,
): Promise<Pick<RunRecord, 'coverage'>> {
  if (!coverage && coverageMin === undefined) return {}
  const { measureCoverage } = await import('../../coverage/measure-coverage.ts')
  return { coverage: measureCoverage(scenarios, coverageMin) }
}

/** Read where a run comes from, and begin to hold it against the run that it replays. */
async function readOrigin(
  served: ServedUpstream,
  options: RunOptions & Pick<Run, 'paths'>,
  files: readonly string[],
  io: CliIo,
) {
  const provenance = await readProvenance(served, options, files)
  const { replayOf } = options
  return { provenance, endReplay: replayOf && beginReplay(replayOf, provenance, files, io) }
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
  const said =
    differences.length === 0
      ? [`replay of ${runId}: scenarios, code, versions and world are as they were`]
      : [`replay of ${runId}, but not of the same:`, ...differences.map((each) => `  ${each}`)]
  // A record may have come from others.
  io.progress(makeVisible(said.join('\n')))
  return (scenarios, incomplete) => ({
    runId,
    differences,
    ...(incomplete ? {} : judgeReplay(then, { scenarios, provenance: now })),
  })
}

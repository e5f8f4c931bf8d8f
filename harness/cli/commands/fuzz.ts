import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fuzz as runFuzz } from '../../fuzz/fuzz.ts'
import { dropState, readState, startState } from '../../fuzz/fuzz-state.ts'
import { hashWritten } from '../../fuzz/written-cases.ts'
import type { RecordScenario } from '../../record/record.ts'
import { listDefaultSettings } from '../../schedule/default-settings.ts'
import { keepFirstFailure, type TolerantRunner } from '../../schedule/keep-first-failure.ts'
import type { WorkerPool } from '../../schedule/worker-pool.ts'
import { assertFolderWritable } from '../assert-writable.ts'
import { startRun } from '../build-record.ts'
import { loadReporters } from '../choose-reporters.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { toId } from '../find-named.ts'
import { caseJob } from '../fuzz/case-job.ts'
import { describeRun } from '../fuzz/describe-run.ts'
import { type FuzzRun, statePathOf } from '../fuzz/fuzz-run.ts'
import { keepFailure } from '../fuzz/keep-failure.ts'
import { loadInputs } from '../fuzz/load-inputs.ts'
import { type FuzzCommandOptions, findProperty, readLimit, writeCommand } from '../fuzz/options.ts'
import { reportEnd } from '../fuzz/report-end.ts'
import { runControls } from '../fuzz/run-controls.ts'
import { showProgress } from '../fuzz/show-progress.ts'
import { hashCode } from '../hash-code.ts'
import type { CliIo } from '../io.ts'
import { startThreads } from '../open-pool.ts'
import { REGRESSIONS_DIR, RUNS_DIR } from '../paths.ts'
import { setRealTimer } from '../real-timer.ts'
import { renderProblems } from '../render-problems.ts'
import { serveUpstream } from '../upstream.ts'

/** Draw cases, run them beside the model, keep what fails, and report; answers the exit code. */
export async function fuzz(options: FuzzCommandOptions, io: CliIo): Promise<number> {
  const start = startRun()
  const property = findProperty(options.property)
  const limit = readLimit(options)
  const reporters = await loadReporters(options.reporter)
  const inputs = await loadInputs(options, property, io.signal)
  if ('problems' in inputs) {
    io.progress(renderProblems(inputs.problems, io.errorColors))
    return EXIT_CODES.broken
  }
  const written = [options.out ?? RUNS_DIR, REGRESSIONS_DIR, ...(options.corpus ? [options.corpus] : [])]
  for (const folder of written) assertFolderWritable(folder)
  const served = await serveUpstream({
    ...(options.anvil === undefined ? {} : { anvil: options.anvil }),
    ...(options.stateDir === undefined ? {} : { stateDir: options.stateDir }),
    onProgress: io.progress,
    signal: io.signal,
  })
  const workers = options.workers ?? availableParallelism()
  const config = {
    seed: options.seed,
    property: property.name,
    limit,
    corpus: options.corpus === undefined ? null : toId(resolve(options.corpus)),
    written: hashWritten(inputs.written),
    world: served.worldHash,
    code: hashCode(),
  }
  const listener = { started() {}, event() {}, finished() {} }
  const context = { served, reportsEvents: false, listener, signal: io.signal, setTimer: setRealTimer }
  const pool = startThreads({}, context, workers)
  try {
    const settings = listDefaultSettings(served.upstream.book)
    const replay = writeCommand(options, property)
    const shared = {
      options,
      io,
      reporters,
      property,
      limit,
      inputs,
      served,
      workers,
      config,
      settings,
      replay,
      start,
    }
    return await fuzzOn(pool, { ...shared, ranFromMs: performance.now() })
  } finally {
    await pool.stop()
  }
}

async function fuzzOn(pool: WorkerPool, run: FuzzRun): Promise<number> {
  const { options, io, property, limit, inputs, replay } = run
  const statePath = statePathOf(run)
  const continued = readState(statePath)
  const state = continued ?? startState(inputs.corpus)
  io.progress(describeRun(run, continued && { at: state.next, path: statePath }))
  await runControls(run, pool)
  // The cases before what ends the run early are reported.
  const jobs = keepFirstFailure(pool)
  const regressions = await replayRegressions(run, jobs)
  const progress = showProgress(run, state, statePath)
  const end = await runFuzz({
    property,
    seed: options.seed,
    written: inputs.written,
    state,
    limit,
    runCase: (id, fuzzCase) =>
      jobs.run(
        'written' in fuzzCase
          ? fuzzCase.written
          : { ...caseJob(id, fuzzCase.document, options.seed), oracle: fuzzCase.oracle },
      ),
    drop: pool.drop,
    keep: (small) => keepFailure(small, run, jobs),
    replay,
    nowMs: () => performance.now(),
    signal: io.signal,
    listener: progress.listener,
  }).finally(() => progress.end())
  const failure = jobs.failure()
  if (end.state.isComplete && failure === undefined) dropState(statePath)
  return reportEnd(run, regressions, end, failure)
}

/** Run what earlier runs kept: it is the first thing to know whether it still fails. */
async function replayRegressions(
  { inputs, io }: FuzzRun,
  jobs: TolerantRunner,
): Promise<readonly RecordScenario[]> {
  const results = await Promise.all(inputs.regressions.map(jobs.run))
  const records = results.flatMap((result) => (result ? [result.record] : []))
  for (const { id, verdict } of records) {
    if (verdict !== 'passed') io.progress(`${io.errorColors.red(verdict)}  ${id}`)
  }
  return records
}

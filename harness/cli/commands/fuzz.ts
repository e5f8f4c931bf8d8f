import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { createFuzzProgress } from '../../../reports/fuzz-progress.ts'
import { REPORTERS, type ReporterName } from '../../../reports/reporters/index.ts'
import { toCanonicalJson } from '../../../tools/core/json.ts'
import { findNearest } from '../../../tools/core/suggest.ts'
import { judgeCoverage } from '../../coverage/measure-coverage.ts'
import { HarnessError } from '../../errors.ts'
import { assertControls, CANARY, CANARY_ID, GOLD, GOLD_ID } from '../../fuzz/controls.ts'
import { hashCorpus, readCorpus, writeCorpus } from '../../fuzz/corpus.ts'
import { describeIdentity } from '../../fuzz/failure-identity.ts'
import { BLOCK_CASES, type FuzzEnd, fuzz as runFuzz, type SmallFailure } from '../../fuzz/fuzz.ts'
import { countKeys, digestOf, dropState, readState, startState, writeState } from '../../fuzz/fuzz-state.ts'
import { FUZZ_PROPERTIES, type FuzzProperty } from '../../fuzz/properties.ts'
import { writeRegression } from '../../fuzz/regression.ts'
import { hashWritten, readWrittenCases } from '../../fuzz/written-cases.ts'
import { computeDigest } from '../../record/digest.ts'
import { PROGRAM } from '../../record/program.ts'
import {
  RECORD_VERSION,
  type RecordCoverage,
  type RecordFuzz,
  type RecordScenario,
  type RunRecord,
} from '../../record/record.ts'
import { summarise } from '../../record/summary.ts'
import { writeAtomically } from '../../record/write-atomically.ts'
import type { ScenarioDocument } from '../../scenario/case.ts'
import { SCENARIO_CATALOGUE } from '../../scenario/embedded-catalogue.ts'
import { parseScenarioFile } from '../../scenario/parse-scenario.ts'
import { parseDurationMs } from '../../scenario/units.ts'
import { listDefaultSettings } from '../../schedule/default-settings.ts'
import type { Job, JobResult } from '../../schedule/job.ts'
import { startWorkerPool, type WorkerPool } from '../../schedule/worker-pool.ts'
import { conclude, describeIncomplete } from '../conclude.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { hashCode } from '../hash-code.ts'
import type { CliIo } from '../io.ts'
import { loadJobs } from '../load-jobs.ts'
import { PROJECT_ROOT, REGRESSIONS_DIR, SCRIPTED_DIR, STATE_DIR } from '../paths.ts'
import { readProvenance } from '../provenance.ts'
import { setRealTimer } from '../real-timer.ts'
import { renderProblems } from '../render-problems.ts'
import { type ServedUpstream, serveUpstream } from '../upstream.ts'

/** Cases of a run that chooses neither their number nor a time. */
const DEFAULT_RUNS = 200

/** Options of `assay fuzz`, as they are written. */
export interface FuzzCommandOptions {
  readonly runs?: string
  readonly time?: string
  readonly seed: string
  readonly property?: string
  readonly corpus?: string
  readonly workers?: number
  readonly coverageMin?: number
  readonly reporter: ReporterName
  readonly anvil?: string
}

/** What a fuzz run depends on; the record holds it, and an interrupted run is continued for the same only. */
export interface FuzzConfig {
  readonly seed: string
  readonly property: string
  readonly limit: { readonly runs: number } | { readonly timeMs: number }
  readonly corpus: string | null
  /** Hash of the written scenarios that it starts from. */
  readonly written: string
  readonly world: string
  readonly code: string
}

/** Draw cases, run them beside the model, keep what fails, and report; answers the exit code. */
export async function fuzz(options: FuzzCommandOptions, io: CliIo): Promise<number> {
  const started = performance.now()
  const startedAt = new Date()
  const property = findProperty(options.property)
  const limit = readLimit(options)
  const corpus = options.corpus === undefined ? [] : readCorpus(options.corpus)
  const regressions = hasRegressions()
    ? loadJobs(['scenarios/regressions'], { seed: options.seed, cwd: PROJECT_ROOT })
    : { jobs: [], problems: [] }
  if (regressions.problems.length > 0) {
    io.progress(renderProblems(regressions.problems, io.errorColors))
    return EXIT_CODES.broken
  }
  const scripted = property.usesWritten === true ? loadWritten(options.seed) : { jobs: [], problems: [] }
  if (scripted.problems.length > 0) {
    io.progress(renderProblems(scripted.problems, io.errorColors))
    return EXIT_CODES.broken
  }
  const written = readWrittenCases(scripted.jobs, options.seed)
  const served = await serveUpstream({
    ...(options.anvil === undefined ? {} : { anvil: options.anvil }),
    onProgress: io.progress,
    signal: io.signal,
  })
  const workers = options.workers ?? availableParallelism()
  const codeHash = hashCode()
  const config: FuzzConfig = {
    seed: options.seed,
    property: property.name,
    limit,
    corpus: options.corpus ?? null,
    written: hashWritten(written),
    world: served.worldHash,
    code: codeHash,
  }
  const key = createHash('sha256').update(toCanonicalJson(config)).digest('hex').slice(0, 16)
  const statePath = join(STATE_DIR, 'fuzz', `${key}.json`)
  const pool = startWorkerPool({
    workers,
    workerUrl: new URL('../worker.ts', import.meta.url),
    workerData: {
      upstream: served.upstream,
      stateDir: STATE_DIR,
      anvilBinary: served.anvilBinary,
      replayOptions: '',
    },
    listener: { started() {}, event() {}, finished() {} },
    signal: io.signal,
    lost: served.lost,
    setTimer: setRealTimer,
  })
  try {
    const continued = readState(statePath)
    const state = continued ?? startState(corpus)
    const settings = listDefaultSettings(served.upstream.book)
    const policy = createHash('sha256').update(toCanonicalJson(settings)).digest('hex')
    io.progress(
      [
        `fuzz ${property.name}: ${property.description}`,
        `  seed ${options.seed}, ${'runs' in limit ? `${limit.runs} cases` : `for ${options.time}`}, workers ${workers}, blocks of ${BLOCK_CASES}`,
        `  world ${served.worldHash.slice(0, 12)}, policy ${policy.slice(0, 12)}, model ${settings.model}, code ${codeHash.slice(0, 12)}`,
        `  corpus ${corpus.length} cases, hash ${hashCorpus(corpus).slice(0, 12)}${options.corpus === undefined ? '' : ` (${options.corpus})`}`,
        `  written scenarios ${written.length}, hash ${config.written.slice(0, 12)}`,
        '  each case draws its own configuration: profile, phase, limits, policy, kinds of steps and faults',
        ...(continued
          ? [
              `  continued at case ${state.next} of an interrupted run; delete ${relative(process.cwd(), statePath)} to start anew`,
            ]
          : []),
      ].join('\n'),
    )
    /** What ended the run early: the cases before it are reported. */
    let failure: unknown
    const runJob = (job: Job) =>
      pool.run(job).catch((cause: unknown) => {
        failure ??= cause
        return undefined
      })
    const report: Reporting = {
      options,
      io,
      served,
      config,
      started,
      startedAt,
      startedRunAt: performance.now(),
    }
    const controls = await runControls(pool, options.seed)
    if (controls !== undefined) {
      const probe = buildRecord(report, controls)
      assertControls(probe, REPORTERS.console.render(probe, { columns: 120 }))
    }
    const replayed = await Promise.all(regressions.jobs.map(runJob))
    const before = replayed.flatMap((result) => (result ? [result.record] : []))
    for (const { id, verdict } of before) {
      if (verdict !== 'passed') io.progress(`${io.errorColors.red(verdict)}  ${id}`)
    }
    const progress = createFuzzProgress({
      write: io.writeError,
      isTty: io.isTty,
      columns: io.columns,
      colors: io.errorColors,
      first: state.next,
      ...('runs' in limit ? { total: limit.runs } : {}),
      nowMs: () => performance.now(),
    })
    let knownKeys = countKeys(Object.keys(state.coverage))
    const replay = fuzzCommand(options, property)
    const end = await runFuzz({
      property,
      seed: options.seed,
      written,
      state,
      limit,
      runCase: (id, fuzzCase) =>
        runJob(
          'written' in fuzzCase
            ? fuzzCase.written
            : { ...caseJob(id, fuzzCase.document, options.seed), oracle: fuzzCase.oracle },
        ),
      drop: pool.drop,
      keep: (small) => keep(small, { property, seed: options.seed, settings, runJob, replay }),
      replay,
      nowMs: () => performance.now(),
      signal: io.signal,
      listener: {
        caseFinished: (_, operations) => progress.caseFinished(operations),
        shrinking: (identity, firstCase) =>
          progress.say(
            `${io.errorColors.red('failed')}  case ${firstCase}: ${describeIdentity(identity)}; making it small`,
          ),
        blockFinished(next) {
          const coverageKeys = countKeys(Object.keys(next.coverage))
          io.tryWrite(() => writeState(statePath, next))
          const { corpus: folder } = options
          if (folder !== undefined) io.tryWrite(() => writeCorpus(folder, next.corpus.slice(next.replayed)))
          progress.blockFinished({
            next: next.next,
            coverageKeys,
            newKeys: coverageKeys - knownKeys,
            failures: next.failures.length,
            digest: digestOf(next),
          })
          knownKeys = coverageKeys
        },
      },
    }).finally(() => progress.end())
    if (end.state.isComplete && failure === undefined) dropState(statePath)
    return reportEnd(report, property, before, end, failure)
  } finally {
    await pool.stop()
    await served.stop()
  }
}

const hasRegressions = () =>
  existsSync(REGRESSIONS_DIR) && readdirSync(REGRESSIONS_DIR).some((name) => /\.ya?ml$/.test(name))

const loadWritten = (seed: string) =>
  existsSync(SCRIPTED_DIR)
    ? loadJobs([SCRIPTED_DIR], { seed, cwd: PROJECT_ROOT })
    : { jobs: [], problems: [] }

function findProperty(name: string | undefined): FuzzProperty {
  const names = FUZZ_PROPERTIES.map((property) => property.name)
  const wanted = name ?? names[0] ?? ''
  const found = FUZZ_PROPERTIES.find((property) => property.name === wanted)
  if (found) return found
  const nearest = findNearest(wanted, names)
  throw new HarnessError('BAD_USAGE', 'no such property', {
    where: '--property',
    expected: names.join(', '),
    found: wanted,
    hint: nearest ? `did you mean "${nearest}"?` : 'name one of these',
  })
}

function readLimit({ runs, time }: FuzzCommandOptions): { runs: number } | { timeMs: number } {
  const bad = (where: string, expected: string, found: string, hint: string) =>
    new HarnessError('BAD_USAGE', 'a fuzz run needs a limit', { where, expected, found, hint })
  if (runs !== undefined && time !== undefined) {
    throw bad(
      '--runs and --time',
      'one of them',
      'both',
      'drop one: a number of cases repeats exactly, a time does not',
    )
  }
  if (time !== undefined) {
    const timeMs = parseDurationMs(time)
    if (timeMs !== undefined && timeMs > 0) return { timeMs }
    throw bad('--time', 'a duration above zero', time, 'write for example 60s, 10m or 2h')
  }
  const count = Number(runs ?? DEFAULT_RUNS)
  if (/^\d+$/.test(String(runs ?? DEFAULT_RUNS)) && Number.isSafeInteger(count) && count >= 1)
    return { runs: count }
  throw bad('--runs', 'a whole number of cases, at least 1', String(runs), 'write for example --runs 1000')
}

const fuzzCommand = ({ runs, time, seed, corpus }: FuzzCommandOptions, { name }: FuzzProperty): string =>
  [
    `${PROGRAM} fuzz --property ${name} --seed ${seed}`,
    ...(time === undefined ? [`--runs ${runs ?? DEFAULT_RUNS}`] : [`--time ${time}`]),
    ...(corpus === undefined ? [] : [`--corpus "${corpus}"`]),
  ].join(' ')

const caseJob = (id: string, document: ScenarioDocument, seed: string): Job => ({
  id,
  kind: 'property',
  name: String(document.name),
  path: '',
  file: id,
  area: 'fuzz',
  seed,
  document,
})

/** Run the case that has to fail and the one that has to pass; undefined when the run was stopped first. */
async function runControls(pool: WorkerPool, seed: string): Promise<RecordScenario[] | undefined> {
  const results = await Promise.all([
    pool.run(caseJob(CANARY_ID, CANARY, seed)),
    pool.run(caseJob(GOLD_ID, GOLD, seed)),
  ])
  const records = results.flatMap((result) => (result ? [result.record] : []))
  return records.length === results.length ? records : undefined
}

/** Write a failure as a scenario file that fails alone; where it does not, the fuzz run is what shows it. */
async function keep(
  { identity, firstCase, document, report, record }: SmallFailure,
  context: {
    readonly property: FuzzProperty
    readonly seed: string
    readonly settings: Readonly<Record<string, string>>
    readonly runJob: (job: Job) => Promise<JobResult | undefined>
    readonly replay: string
  },
): Promise<RecordScenario> {
  const { property, seed, settings, runJob, replay } = context
  const found = { property: property.name, seed, case: firstCase, ...identity, settings }
  const { fileName, text } = writeRegression(document, report, found)
  const path = join(REGRESSIONS_DIR, fileName)
  const file = relative(PROJECT_ROOT, path)
  const parsed = parseScenarioFile(text, file, SCENARIO_CATALOGUE)
  if ('problems' in parsed) {
    throw new HarnessError('INTERNAL', 'a failure could not be written as a scenario', {
      where: file,
      found: parsed.problems.map(({ line, message }) => `${line}: ${message}`).join('; '),
      hint: `this is a defect of the harness; the case is number ${firstCase} of seed ${seed}`,
    })
  }
  const [scenario] = parsed.scenarios
  const base = { kind: 'scripted', path, file, area: 'regressions', seed } as const
  const alone = scenario && (await runJob({ ...base, id: file, name: scenario.name, scenario }))
  if (alone !== undefined && alone.record.verdict !== 'failed') {
    const [first, ...others] = record.findings
    return {
      ...record,
      id: `fuzz/${property.name}#${firstCase}`,
      findings: first
        ? [
            {
              ...first,
              message: `${first.message} (its steps alone ${alone.record.verdict}, so no file was kept)`,
            },
            ...others,
          ]
        : [],
      replay,
    }
  }
  writeAtomically(path, text)
  return {
    ...record,
    id: file,
    file,
    area: 'regressions',
    name: scenario?.name ?? record.name,
    replay: `${PROGRAM} run ${file}`,
  }
}

/** What every record of this run is made of. */
interface Reporting {
  readonly options: FuzzCommandOptions
  readonly io: CliIo
  readonly served: ServedUpstream
  readonly config: FuzzConfig
  readonly started: number
  readonly startedAt: Date
  readonly startedRunAt: number
}

function buildRecord(
  { options, io, served, config, started, startedAt, startedRunAt }: Reporting,
  scenarios: readonly RecordScenario[],
  rest: {
    readonly planned?: number
    readonly fuzz?: RecordFuzz
    readonly coverage?: RecordCoverage
    readonly failure?: unknown
  } = {},
): RunRecord {
  const { planned, failure, ...parts } = rest
  const incomplete = describeIncomplete(io.signal, failure)
  const provenance = readProvenance(
    served,
    options,
    scenarios.map(({ file }) => file).filter((file) => file.startsWith('scenarios/')),
  )
  const body = {
    recordVersion: RECORD_VERSION,
    runId: `${startedAt.toISOString().replaceAll(/[:.]/g, '-')}-${process.pid}`,
    startedAt: startedAt.toISOString(),
    provenance: {
      ...provenance,
      options: { ...provenance.options, fuzz: JSON.parse(toCanonicalJson(config)) },
    },
    summary: summarise(scenarios, planned, incomplete),
    ...(incomplete ? { incomplete } : {}),
    scenarios,
    ...parts,
    timings: { setUpMs: startedRunAt - started, totalMs: performance.now() - started },
  } as const
  return { ...body, digest: computeDigest(body) }
}

/** Report what a run came to; answers the exit code. */
function reportEnd(
  report: Reporting,
  property: FuzzProperty,
  regressions: readonly RecordScenario[],
  { state, digestCases }: FuzzEnd,
  failure: unknown,
): number {
  const { options, io, startedRunAt } = report
  const digest = digestOf(state)
  const failed = state.failures.map(({ record }) => record)
  const own: readonly RecordScenario[] =
    failed.length + state.broken.length > 0 || state.next === 0
      ? [...failed, ...state.broken]
      : [holdsRecord(property, options.seed, state.next, digest, performance.now() - startedRunAt)]
  const scenarios = [...regressions.filter(({ id }) => !own.some((each) => each.id === id)), ...own].sort(
    (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
  const fuzzRecord: RecordFuzz = {
    property: property.name,
    cases: state.next,
    operations: state.operations,
    commands: Object.entries(state.commands)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, [allowed, denied, notApplicable, environment]]) => ({
        kind,
        allowed,
        denied,
        notApplicable,
        environment,
      })),
    blocks: state.blocks,
    rerun: state.rerun,
    notApplicable: state.notApplicable,
    digestCases,
    digest,
    corpus: state.corpus.length,
    failures: state.failures.map(({ record, firstCase, cases }) => ({ id: record.id, firstCase, cases })),
  }
  const coverage = judgeCoverage(new Map(Object.entries(state.coverage)), options.coverageMin)
  const record = buildRecord(report, scenarios, {
    // What was cut off is missing, so that the run does not count as passed.
    planned: scenarios.length + (io.signal.aborted || failure !== undefined ? 1 : 0),
    failure,
    fuzz: fuzzRecord,
    coverage,
  })
  const exitCode = conclude(record, options.reporter, io)
  for (const { id } of failed) {
    if (id.startsWith('scenarios/')) io.progress(`kept: ${id}`)
  }
  return exitCode
}

/** The record of a property that held for every case. */
const holdsRecord = (
  property: FuzzProperty,
  seed: string,
  cases: number,
  digest: string,
  durationMs: number,
): RecordScenario => ({
  id: `fuzz/${property.name}`,
  name: property.description,
  file: 'harness/fuzz/properties.ts',
  area: 'fuzz',
  kind: 'property',
  profile: '',
  matrix: {},
  seed,
  verdict: 'passed',
  steps: [],
  findings: [],
  property: { runs: cases },
  finalBlock: { number: '0', hash: '' },
  stateDigest: digest,
  replay: `${PROGRAM} fuzz --property ${property.name} --seed ${seed} --runs ${cases}`,
  roundTrips: { agent: 0, harness: 0, oracle: 0 },
  timings: { startedMs: 0, durationMs, worker: 0 },
})

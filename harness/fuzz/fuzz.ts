import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { toCanonicalJson, toJson } from '../../tools/core/json.ts'
import { coverageOf } from '../coverage/coverage-of.ts'
import type { CaseOracle, StepVerdict } from '../property/case-judge.ts'
import { computeScenarioDigest, withoutMeasurements } from '../record/digest.ts'
import type { RecordScenario } from '../record/record.ts'
import { isCase, type ScenarioDocument } from '../scenario/case.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import type { Job, JobResult } from '../schedule/job.ts'
import { toFastCheckSeed } from '../schedule/to-fast-check-seed.ts'
import { keyOf, kindOf, stepsOf } from './case-steps.ts'
import { toCorpusEntry } from './corpus.ts'
import { type FailureIdentity, identityOf, isSameFailure } from './failure-identity.ts'
import { firstDifference } from './first-difference.ts'
import { countKeys, digestOf, type Failure, type FuzzState } from './fuzz-state.ts'
import type { FuzzProperty } from './properties.ts'
import { shrink } from './shrink.ts'
import { spliceWritten, varyCase } from './vary-case.ts'
import type { WrittenCase } from './written-cases.ts'

/** Cases whose results are taken in together: what they reach is varied from the next block on. */
export const BLOCK_CASES = 100

/** Most runs that making one failure small may take. */
const MAX_SHRINK_EXECUTIONS = 400

/** One case in so many is run twice. */
const RERUN_EVERY = 20

/** One case in so many is a written scenario, until all of them were run. */
const WRITTEN_EVERY = 2

/** A case of a fuzz run: drawn, with what decides about it, or a scenario as it was written. */
export type FuzzCase =
  | { readonly document: ScenarioDocument; readonly oracle: CaseOracle }
  | { readonly written: Job }

/** A failure as it was found, made small. */
export interface SmallFailure {
  readonly identity: FailureIdentity
  readonly firstCase: number
  readonly document: ScenarioDocument
  readonly oracle: CaseOracle
  readonly report: CaseReport
  readonly record: RecordScenario
}

/** What the loop reports while it runs. */
export interface FuzzListener {
  caseFinished(record: RecordScenario, operations: number): void
  shrinking(identity: FailureIdentity, firstCase: number): void
  /** A block is complete: the state can be kept. */
  blockFinished(state: FuzzState): void
}

/** Options of a fuzz run. */
export interface FuzzOptions {
  readonly property: FuzzProperty
  readonly seed: string
  /** Written scenarios that are run between the drawn cases, and spliced with them. */
  readonly written: readonly WrittenCase[]
  /** Where to begin: the start, or where an earlier run stopped. */
  readonly state: FuzzState
  readonly limit: { readonly runs: number } | { readonly timeMs: number }
  /** Run a case under an id; undefined when the run was stopped first. */
  readonly runCase: (id: string, fuzzCase: FuzzCase) => Promise<JobResult | undefined>
  /** Give up cases that have not begun. */
  readonly drop: () => void
  /** Keep a failure, and answer the record under which it is reported. */
  readonly keep: (failure: SmallFailure) => Promise<RecordScenario>
  /** Command that runs this fuzz run again. */
  readonly replay: string
  readonly nowMs: () => number
  readonly signal: AbortSignal
  readonly listener: FuzzListener
}

/** How a fuzz run ended. */
export interface FuzzEnd {
  /** With the cases behind the last complete block, if any. */
  readonly state: FuzzState
  /** Cases that the digest covers. */
  readonly digestCases: number
}

/**
 * Draw cases and run them, block by block, until the limit. Which case has which number depends on seed, property and
 * the corpus at the start alone; so does everything that is found, but for cases that a time limit or Ctrl-C cut off.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzEnd> {
  const { limit, listener, signal } = options
  let { state } = options
  const started = options.nowMs() - state.elapsedMs
  const isLate = () => 'timeMs' in limit && options.nowMs() - started >= limit.timeMs
  const runs = 'runs' in limit ? limit.runs : Number.POSITIVE_INFINITY
  while (state.next < runs && !signal.aborted && !isLate()) {
    const count = Math.min(BLOCK_CASES, runs - state.next)
    const ran = await runBlock(options, state, count, isLate)
    const isWhole = ran.length === count
    const after = await takeIn(options, state, ran, isWhole)
    const digestCases = state.next
    const next = { ...after, elapsedMs: options.nowMs() - started }
    if (!isWhole) return { state: { ...next, isComplete: isLate() }, digestCases }
    state = next
    listener.blockFinished(state)
  }
  return { state: { ...state, isComplete: !signal.aborted }, digestCases: state.next }
}

/** Draw the case of a number; the corpus is that of the completed blocks. */
export function drawNumber(
  { property, seed, written }: Pick<FuzzOptions, 'property' | 'seed' | 'written'>,
  { corpus, replayed }: FuzzState,
  number: number,
): FuzzCase {
  const known = number < replayed ? corpus[number] : undefined
  if (known) return { document: known.document, oracle: 'model' }
  const turn = (number - replayed) / WRITTEN_EVERY
  const own = written[turn]
  if (own) return { written: own.job }
  const heldTo = (oracle: CaseOracle, weight: number, arbitrary: fc.Arbitrary<ScenarioDocument>) => ({
    weight,
    arbitrary: arbitrary.map((document) => ({ document, oracle })),
  })
  const documents = corpus.map(({ document }) => document)
  // A silent origin holds up the harness as well, in real time: that is left to what was written for it.
  const scripts = written.flatMap(({ document }) =>
    stepsOf(document).some((step) => keyOf(step) === 'upstream') ? [] : [document],
  )
  const drawn = fc.oneof(
    heldTo('model', 4, property.draw),
    heldTo('laws', 1, property.drawTroubled),
    ...(documents.length > 0 ? [heldTo('model', 1, varyCase(documents, property.draw).filter(isCase))] : []),
    ...(scripts.length > 0 ? [heldTo('laws', 1, spliceWritten(scripts, property.draw).filter(isCase))] : []),
  )
  const [drawnCase] = fc.sample(drawn, { seed: toFastCheckSeed(`${seed}#${number}`), numRuns: 1 })
  return drawnCase as FuzzCase
}

/** A drawn case may ask the world for what cannot be done, and a troubled one read through an origin that is dead. */
const isNotApplicable = (fuzzCase: FuzzCase, { broken }: RecordScenario): boolean =>
  'document' in fuzzCase &&
  (broken?.code === 'STEP_IMPOSSIBLE' || (fuzzCase.oracle === 'laws' && broken?.code === 'RPC_UNREACHABLE'))

/** The harness failed, though the case asked for nothing impossible. */
const isBroken = (fuzzCase: FuzzCase, record: RecordScenario): boolean =>
  record.verdict === 'broken' && !isNotApplicable(fuzzCase, record)

interface RanCase {
  readonly number: number
  readonly fuzzCase: FuzzCase
  readonly result: JobResult
}

const idOf = ({ property }: FuzzOptions, number: number) => `fuzz/${property.name}#${number}`

/** Run the cases of a block; answers those that ran, without gaps. */
async function runBlock(
  options: FuzzOptions,
  state: FuzzState,
  count: number,
  isLate: () => boolean,
): Promise<readonly RanCase[]> {
  const ran = await Promise.all(
    Array.from({ length: count }, async (_, offset) => {
      const number = state.next + offset
      const fuzzCase = drawNumber(options, state, number)
      const result = await options.runCase(idOf(options, number), fuzzCase)
      if (result) options.listener.caseFinished(result.record, result.record.steps.length)
      if (isLate()) options.drop()
      return result && { number, fuzzCase, result }
    }),
  )
  const gap = ran.indexOf(undefined)
  return ran.slice(0, gap < 0 ? count : gap).filter((each) => each !== undefined)
}

/** Take in what a block came to, in the order of the cases. */
async function takeIn(
  options: FuzzOptions,
  before: FuzzState,
  ran: readonly RanCase[],
  isWhole: boolean,
): Promise<FuzzState> {
  const commands = new Map(Object.entries(before.commands))
  const coverage = new Map(Object.entries(before.coverage))
  const corpus = [...before.corpus]
  const failures = [...before.failures]
  const broken = [...before.broken]
  let { operations, notApplicable } = before
  const digests: string[] = []
  for (const { number, fuzzCase, result } of ran) {
    const { record, foreseen } = result
    digests.push(digestCase(result))
    operations += record.steps.length
    if (isNotApplicable(fuzzCase, record)) notApplicable += 1
    else if (isBroken(fuzzCase, record)) broken.push(showCase(options, fuzzCase, record, 1))
    if ('document' in fuzzCase) countCommands(commands, fuzzCase.document, foreseen?.verdicts ?? [])
    const keys = [...coverageOf(record)]
    if ('document' in fuzzCase && fuzzCase.oracle === 'model' && keys.some((key) => !coverage.has(key))) {
      const entry = toCorpusEntry(fuzzCase.document)
      if (!corpus.some(({ name }) => name === entry.name)) corpus.push(entry)
    }
    for (const key of keys) coverage.set(key, (coverage.get(key) ?? 0) + 1)
    await addFailure(options, failures, number, fuzzCase, result)
  }
  const rerun = await runAgain(options, ran, failures, broken)
  const chained = createHash('sha256')
    .update(toCanonicalJson([digestOf(before), digests]))
    .digest('hex')
  const block = { first: before.next, cases: ran.length, keys: countKeys(coverage.keys()), digest: chained }
  return {
    ...before,
    next: before.next + ran.length,
    operations,
    rerun: before.rerun + rerun,
    notApplicable,
    commands: Object.fromEntries(commands),
    blocks: isWhole ? [...before.blocks, block] : before.blocks,
    coverage: Object.fromEntries(coverage),
    corpus,
    failures,
    broken,
  }
}

/** The record of a drawn case, with the case itself and the run that draws it; a written one says that of its own. */
const showCase = (
  { replay }: FuzzOptions,
  fuzzCase: FuzzCase,
  record: RecordScenario,
  runs: number,
): RecordScenario =>
  'document' in fuzzCase
    ? { ...record, property: { runs, counterexample: toJson(fuzzCase.document) }, replay }
    : record

const digestCase = ({ record, foreseen }: JobResult): string =>
  createHash('sha256')
    .update(toCanonicalJson([computeScenarioDigest(record), foreseen?.verdicts, foreseen?.expectations]))
    .digest('hex')

const VERDICTS: readonly StepVerdict[] = ['allowed', 'denied', 'not-applicable', 'environment']

function countCommands(
  commands: Map<string, readonly [number, number, number, number]>,
  document: ScenarioDocument,
  verdicts: readonly StepVerdict[],
): void {
  for (const [index, verdict] of verdicts.entries()) {
    const step = stepsOf(document)[index]
    if (step === undefined) continue
    const counts = [...(commands.get(kindOf(step)) ?? [0, 0, 0, 0])] as [number, number, number, number]
    counts[VERDICTS.indexOf(verdict)] = (counts[VERDICTS.indexOf(verdict)] ?? 0) + 1
    commands.set(kindOf(step), counts)
  }
}

/** Count a failure that is known, or make a new one small and keep it. */
async function addFailure(
  options: FuzzOptions,
  failures: Failure[],
  number: number,
  fuzzCase: FuzzCase,
  { record, foreseen }: JobResult,
): Promise<void> {
  const identity = identityOf(record)
  if (identity === undefined) return
  const known = failures.findIndex((failure) => isSameFailure(failure.identity, identity))
  if (known >= 0) {
    const failure = failures[known] as Failure
    failures[known] = { ...failure, cases: failure.cases + 1 }
    return
  }
  if ('written' in fuzzCase) {
    failures.push({ identity, firstCase: number, cases: 1, record })
    return
  }
  const { document, oracle } = fuzzCase
  options.listener.shrinking(identity, number)
  let small: JobResult = { record, ...(foreseen ? { foreseen } : {}) }
  const shrunk = await shrink({
    document,
    report: reportOf(small),
    identity,
    maxExecutions: MAX_SHRINK_EXECUTIONS,
    signal: options.signal,
    async run(candidate) {
      if (!isCase(candidate)) return undefined
      const result = await options.runCase(idOf(options, number), { document: candidate, oracle })
      if (result === undefined || result.record.verdict === 'broken') return undefined
      const found = identityOf(result.record)
      if (found && isSameFailure(found, identity)) small = result
      return reportOf(result)
    },
  })
  const kept = await options.keep({
    identity,
    firstCase: number,
    document: shrunk.document,
    oracle,
    report: shrunk.report,
    record: {
      ...small.record,
      property: { runs: shrunk.executions + 1, counterexample: toJson(shrunk.document) },
    },
  })
  failures.push({ identity, firstCase: number, cases: 1, record: kept })
}

const reportOf = ({ record, foreseen }: JobResult): CaseReport => ({
  body: record,
  expectations: foreseen?.expectations ?? [],
  verdicts: foreseen?.verdicts ?? [],
})

/** Run a share of the cases once more; one that comes to something else is a failure of its own. */
async function runAgain(
  options: FuzzOptions,
  ran: readonly RanCase[],
  failures: Failure[],
  broken: RecordScenario[],
): Promise<number> {
  const chosen = ran.filter(({ number }) => number % RERUN_EVERY === 0)
  const again = await Promise.all(
    chosen.map(({ number, fuzzCase }) => options.runCase(idOf(options, number), fuzzCase)),
  )
  for (const [index, second] of again.entries()) {
    const first = chosen[index]
    if (second === undefined || first === undefined) continue
    if (isBroken(first.fuzzCase, first.result.record)) continue
    // What the harness could not run came to nothing that could be compared.
    if (isBroken(first.fuzzCase, second.record)) {
      broken.push(showCase(options, first.fuzzCase, second.record, 2))
      continue
    }
    const [expected, found] = [digestCase(first.result), digestCase(second)]
    if (expected === found) continue
    const identity = { law: 'determinism.same-digest' }
    const known = failures.findIndex((failure) => isSameFailure(failure.identity, identity))
    if (known >= 0) {
      const failure = failures[known] as Failure
      failures[known] = { ...failure, cases: failure.cases + 1 }
      continue
    }
    const difference = firstDifference(
      toJson(withoutMeasurements(first.result.record)),
      toJson(withoutMeasurements(second.record)),
    )
    const where = difference === undefined ? 'in what the model said' : `at ${difference.path}`
    failures.push({
      identity,
      firstCase: first.number,
      cases: 1,
      record: showCase(
        options,
        first.fuzzCase,
        {
          ...second.record,
          verdict: 'failed',
          findings: [
            {
              law: identity.law,
              message: `case ${first.number} came to something else the second time, ${where}`,
              expected: difference?.a ?? expected,
              found: difference?.b ?? found,
              step: 0,
              line: 0,
            },
          ],
        },
        2,
      ),
    })
  }
  return again.filter((result) => result !== undefined).length
}

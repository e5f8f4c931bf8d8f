import { createHash } from 'node:crypto'
import { computeScenarioDigest } from '../../harness/record/digest.ts'
import { gasOf } from '../../harness/record/gas-of.ts'
import type { RecordScenario, RecordStep, RecordVerdict, RunRecord } from '../../harness/record/record.ts'
import { listStandIns, listStandInsOf, type StandIns } from '../../harness/record/stand-ins.ts'
import { clip } from '../text/clip.ts'
import { listRunProblems, listScenarioProblems } from '../text/list-problems.ts'

/** Of what keeps a run as a whole from passing, which may be much. */
const MAX_ERROR_LENGTH = 4_000

/** One span of a trace; times are nanoseconds since 1970. */
export interface Span {
  /** 16 bytes in hex; the same for all spans of a run. */
  readonly traceId: string
  /** 8 bytes in hex. */
  readonly spanId: string
  /** Absent for the run's own span. */
  readonly parentSpanId?: string
  readonly name: string
  readonly startNs: bigint
  readonly endNs: bigint
  /** What is not known is absent. */
  readonly attributes: Readonly<Record<string, SpanValue>>
  /** Why it counts as an error; absent where it does not. */
  readonly error?: string
}

type SpanValue = string | number | boolean | readonly string[]

/** What every span of a run is made with. */
interface Ground extends Pick<RunRecord, 'standings'> {
  readonly traceId: string
  readonly startedNs: bigint
  identify(...path: readonly (string | number)[]): string
}

/**
 * List the spans of a run: its own, then each scenario's, followed by those of its steps. The same record gives the
 * same spans, ids included.
 *
 * Workers have clocks of their own, so that the first scenario of each is taken to begin when the set-up had ended. Of
 * its steps a record knows how long each took: they stand one behind the other from the scenario's start.
 */
export function listSpans(record: RunRecord): readonly Span[] {
  const { runId, digest, startedAt, timings, scenarios } = record
  const identify = (...path: readonly (string | number)[]) =>
    createHash('sha256')
      .update(JSON.stringify([digest, runId, ...path]))
      .digest('hex')
  const ground: Ground = {
    traceId: identify('trace').slice(0, 32),
    startedNs: BigInt(Date.parse(startedAt)) * 1_000_000n,
    ...(record.standings === undefined ? {} : { standings: record.standings }),
    identify: (...path) => identify('span', ...path).slice(0, 16),
  }
  const root: Span = {
    traceId: ground.traceId,
    spanId: ground.identify(),
    name: 'assay run',
    startNs: ground.startedNs,
    endNs: ground.startedNs + toNs(timings.totalMs),
    attributes: describeRun(record),
    ...describeRunError(record),
  }
  const firstMs = new Map<number, number>()
  for (const { timings: own } of scenarios) {
    firstMs.set(own.worker, Math.min(own.startedMs, firstMs.get(own.worker) ?? Number.POSITIVE_INFINITY))
  }
  return [
    root,
    ...scenarios.flatMap((scenario) => {
      const { startedMs, worker } = scenario.timings
      const sinceMs = timings.setUpMs + startedMs - (firstMs.get(worker) ?? startedMs)
      return listScenario(scenario, sinceMs, root.spanId, ground)
    }),
  ]
}

function listScenario(
  scenario: RecordScenario,
  sinceMs: number,
  parentSpanId: string,
  ground: Ground,
): Span[] {
  const { id, steps, verdict, timings } = scenario
  const problems = listScenarioProblems(scenario)
  const startNs = ground.startedNs + toNs(sinceMs)
  const own: Span = {
    traceId: ground.traceId,
    spanId: ground.identify(id),
    parentSpanId,
    name: id,
    startNs,
    endNs: startNs + toNs(timings.durationMs),
    attributes: describeScenario(scenario, listStandInsOf(scenario, ground.standings)),
    ...describeError(verdict, problems[0]?.message),
  }
  let passedMs = 0
  const below = steps.map((step, place): Span => {
    const beginNs = startNs + toNs(passedMs)
    passedMs += step.timings.durationMs
    const found = problems.find(({ finding }) => finding?.step === step.index)
    return {
      traceId: ground.traceId,
      spanId: ground.identify(id, place),
      parentSpanId: own.spanId,
      name: step.title,
      startNs: beginNs,
      endNs: startNs + toNs(passedMs),
      attributes: describeStep(step),
      ...describeError(step.verdict, found?.message),
    }
  })
  return [own, ...below]
}

const describeRun = ({ runId, digest, summary, provenance, standings }: RunRecord) =>
  listKnown({
    'assay.run.id': runId,
    'assay.verdict': summary.verdict,
    'assay.digest': digest,
    'assay.seed': provenance.seed,
    'assay.world': provenance.worldHash,
    'assay.chain.id': provenance.origin.chainId,
    'assay.git.commit': provenance.gitCommit ?? undefined,
    'assay.scenarios.total': summary.total,
    'assay.scenarios.passed': summary.passed,
    'assay.scenarios.failed': summary.failed,
    'assay.scenarios.flaky': summary.flaky,
    'assay.scenarios.broken': summary.broken,
    'assay.scenarios.skipped': summary.skipped,
    ...nameStandIns(listStandIns(standings)),
  })

function describeScenario(scenario: RecordScenario, standIns: StandIns | undefined) {
  const [finding] = scenario.findings
  return listKnown({
    'assay.scenario.id': scenario.id,
    'assay.scenario.name': scenario.name,
    'assay.scenario.file': scenario.file,
    'assay.scenario.kind': scenario.kind,
    'assay.area': scenario.area,
    'assay.profile': scenario.profile,
    'assay.driver': scenario.driver,
    'assay.verdict': scenario.verdict,
    'assay.seed': scenario.seed,
    'assay.digest': computeScenarioDigest(scenario),
    'assay.law': finding?.law,
    'assay.code': finding?.code ?? scenario.broken?.code,
    'assay.layer': finding?.layer,
    'assay.final_block.number': scenario.finalBlock.number,
    'assay.final_block.hash': scenario.finalBlock.hash,
    'assay.beside.chain': scenario.beside?.chain,
    'assay.beside.final_block.number': scenario.beside?.finalBlock.number,
    'assay.beside.final_block.hash': scenario.beside?.finalBlock.hash,
    'assay.state_digest': scenario.stateDigest,
    'assay.gas_used': Number(scenario.steps.reduce((sum, step) => sum + gasOf(step), 0n)),
    'assay.round_trips.agent': scenario.roundTrips.agent,
    'assay.round_trips.harness': scenario.roundTrips.harness,
    'assay.round_trips.oracle': scenario.roundTrips.oracle,
    'assay.replay': scenario.replay,
    ...nameStandIns(standIns),
  })
}

const nameStandIns = (standIns: StandIns | undefined) => ({
  'assay.model_contracts': standIns?.models,
  'assay.stand_ins': standIns?.services,
})

const describeStep = (step: RecordStep) =>
  listKnown({
    'assay.step.index': step.index,
    'assay.step.kind': step.kind,
    'assay.step.skipped': step.skipped,
    'assay.verdict': step.verdict,
    'assay.phase': step.phase || undefined,
    'assay.action': step.action,
    'assay.tools': step.tools,
    'assay.faults': step.faults,
    'assay.code': step.denial?.code,
    'assay.layer': step.denial?.layer,
    'assay.hook': step.hooks.find(({ verdict }) => verdict === 'reject')?.hook,
    'assay.permit.id': step.permit?.permitId,
    'assay.permit.state': step.permit?.state,
    'assay.transaction.hash': step.transaction?.hash,
    'assay.transaction.block': step.transaction?.blockNumber,
    'assay.gas_used': step.sent || step.transaction ? Number(gasOf(step)) : undefined,
    'assay.error_bps': step.outcome?.errorBps,
  })

function describeRunError(record: RunRecord) {
  const { summary, incomplete } = record
  if (summary.verdict === 'passed') return {}
  const { failed, flaky, broken, skipped, passed, total } = summary
  const problems = [
    ...(passed < total ? [`${failed} failed, ${flaky} flaky, ${broken} broken, ${skipped} skipped`] : []),
    ...listRunProblems(record).map(({ message }) => message),
  ]
  return { error: incomplete?.message ?? clip(problems.join('; ') || 'none ran', MAX_ERROR_LENGTH) }
}

const describeError = (verdict: RecordVerdict, message: string | undefined) =>
  verdict === 'passed' || verdict === 'skipped' ? {} : { error: message ?? verdict }

const listKnown = (values: Readonly<Record<string, SpanValue | undefined>>): Span['attributes'] =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, SpanValue] => entry[1] !== undefined),
  )

const toNs = (ms: number): bigint => BigInt(Math.round(ms * 1_000_000))

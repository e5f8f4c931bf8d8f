import { gasOf } from '../../../harness/record/gas-of.ts'
import { restoreFigures } from '../../../harness/record/hook-figures.ts'
import { otherDriver } from '../../../harness/record/other-driver.ts'
import type {
  RecordFinding,
  RecordScenario,
  RecordStandings,
  RecordVerdict,
} from '../../../harness/record/record.ts'
import { describeStandIns, listStandInsOf } from '../../../harness/record/stand-ins.ts'
import { describePlace } from '../../text/describe-place.ts'
import { listCell } from '../../text/describe-scenario.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { formatJson } from '../../text/format-json.ts'
import { createLabel, labelScenario } from '../../text/label-names.ts'
import { shortenHash } from '../../text/shorten-hash.ts'
import { type ViewCourse, viewCourse } from './course-view.ts'
import type { ViewFact } from './fact.ts'
import { followHoldings } from './follow-holdings.ts'
import { createNameOf } from './name-of.ts'
import { showSentence, showText } from './show-text.ts'
import { type ViewStep, viewStep } from './step-view.ts'

/** Something that went wrong; a scenario that could not be run has a reason instead of a finding. */
export interface ViewProblem {
  readonly title: string
  readonly message: string
  readonly place: string
  readonly expected?: string
  readonly found?: string
  /** Layer and code that decided. */
  readonly decision?: string
  readonly frame?: string
  /** Number of the step, from 1. */
  readonly step?: number
}

/** What became of one permit, in the order of the steps that touched it. */
export interface ViewPermit {
  readonly permitId: string
  readonly states: readonly {
    readonly step: number
    readonly kind: string
    readonly state: string
    /** `61 of 60 s`, where it was issued by an earlier step. */
    readonly age?: string
  }[]
}

/** What the page embeds of a scenario: text that is already formatted, so that its script only builds elements. */
export interface ScenarioView {
  readonly name: string
  readonly cells: readonly string[]
  readonly verdict: RecordVerdict
  readonly area: string
  readonly file: string
  readonly facts: readonly ViewFact[]
  readonly replay: string
  readonly problems: readonly ViewProblem[]
  readonly counterexample?: string
  readonly permits: readonly ViewPermit[]
  /** Lines of the file that steps and findings stand on, the worst verdict each. */
  readonly lines: { readonly [line: number]: RecordVerdict }
  readonly steps: readonly ViewStep[]
  readonly course?: ViewCourse
  readonly cycles?: string
}

/** Prepare a scenario for the page, its names labelled by what stands behind them. */
export function viewScenario(recorded: RecordScenario, standings?: RecordStandings): ScenarioView {
  const scenario = labelScenario(recorded, createLabel(standings))
  const counterexample = scenario.property?.counterexample
  const nameOf = createNameOf(scenario.names)
  const steps = restoreFigures(scenario.steps)
  const course = viewCourse(steps)
  return {
    name: showText(scenario.name, 300),
    cells: listCell(scenario).map((cell) => showText(cell, 200)),
    verdict: scenario.verdict,
    area: showText(scenario.area),
    file: showText(scenario.file),
    facts: viewFacts(scenario, describeStandIns(listStandInsOf(recorded, standings))),
    replay: showText(scenario.replay),
    problems: [
      ...scenario.findings.map((finding) => viewFinding(scenario, finding)),
      ...(scenario.broken ? [viewBroken(scenario, scenario.broken)] : []),
    ],
    ...(counterexample === undefined ? {} : { counterexample: showText(formatJson(counterexample)) }),
    permits: listPermits(scenario),
    lines: markLines(scenario),
    steps: followHoldings(steps).map((step) => viewStep(step, nameOf)),
    ...(course ? { course } : {}),
    ...(scenario.cycles ? { cycles: showText(formatJson(scenario.cycles as never), 20_000) } : {}),
  }
}

function viewFacts(scenario: RecordScenario, standIns: string): ViewFact[] {
  const { finalBlock, beside, roundTrips, property, speculation, timings } = scenario
  const fact = (name: string, value: string, full?: string): ViewFact => ({
    name,
    value: showText(value),
    ...(full === undefined ? {} : { full: showText(full) }),
  })
  const block = (name: string, { number, hash }: RecordScenario['finalBlock']) =>
    fact(name, `${number}  ${shortenHash(hash)}`, hash)
  const driver = otherDriver(scenario)
  const gas = scenario.steps.reduce((sum, step) => sum + gasOf(step), 0n)
  return [
    fact('Area', scenario.area),
    fact('Profile', scenario.profile),
    ...(driver === undefined ? [] : [fact('Driver', driver)]),
    fact('Seed', scenario.seed),
    ...(property ? [fact('Cases', property.runs.toLocaleString('en-US'))] : []),
    ...(finalBlock.hash === '' ? [] : [block('Final block', finalBlock)]),
    ...(beside ? [block(`Final block on ${showText(beside.chain, 60)}`, beside.finalBlock)] : []),
    ...(scenario.stateDigest === ''
      ? []
      : [fact('State', shortenHash(scenario.stateDigest), scenario.stateDigest)]),
    ...(gas > 0n ? [fact('Gas', gas.toLocaleString('en-US'))] : []),
    fact(
      'RPC round trips',
      (['agent', 'harness', 'oracle'] as const)
        .map((side) => `${side} ${roundTrips[side].toLocaleString('en-US')}`)
        .join(', '),
    ),
    ...(speculation
      ? [
          fact(
            'Read ahead',
            `${speculation.hits} of ${speculation.reads} reads, ${speculation.requests} calls`,
          ),
        ]
      : []),
    ...(standIns === '' ? [] : [fact('Labels', standIns)]),
    fact('Took', `${formatDuration(timings.durationMs)} on worker ${timings.worker}`),
  ]
}

function viewFinding(scenario: RecordScenario, finding: RecordFinding): ViewProblem {
  const step = scenario.steps.find(({ index }) => index === finding.step)
  const layer = finding.layer ?? step?.denial?.layer
  const code = finding.code ?? step?.denial?.code
  return {
    title: showText(finding.law),
    message: showSentence(finding.message),
    place: showText(describePlace(scenario, finding)),
    expected: showSentence(finding.expected),
    found: showSentence(finding.found),
    ...(layer === undefined && code === undefined
      ? {}
      : { decision: showText([layer ?? 'an unnamed layer', code ?? ''].join(' ').trim()) }),
    ...(finding.frame === undefined ? {} : { frame: showText(finding.frame) }),
    ...(step ? { step: step.index + 1 } : {}),
  }
}

const viewBroken = (
  { file }: RecordScenario,
  { code, message }: NonNullable<RecordScenario['broken']>,
): ViewProblem => ({
  title: showText(code),
  message: `The harness could not run it; the stack was not judged.\n${showText(message)}`,
  place: showText(file),
})

function listPermits({ steps }: RecordScenario): ViewPermit[] {
  const touched = steps.flatMap(({ index, kind, permit }) =>
    permit ? [{ ...permit, step: index + 1, kind: showText(kind) }] : [],
  )
  return [...Map.groupBy(touched, ({ permitId }) => permitId)].map(([permitId, states]) => ({
    permitId: showText(permitId),
    states: states.map(({ step, kind, state, ageSeconds, ttlSeconds }) => ({
      step,
      kind,
      state: showText(state),
      ...(ageSeconds === undefined || ttlSeconds === undefined
        ? {}
        : { age: `${ageSeconds.toLocaleString('en-US')} of ${ttlSeconds.toLocaleString('en-US')} s` }),
    })),
  }))
}

const SEVERITY: readonly RecordVerdict[] = ['skipped', 'passed', 'flaky', 'broken', 'failed']

function markLines({ steps, findings }: RecordScenario): ScenarioView['lines'] {
  const lines: Record<number, RecordVerdict> = {}
  const marks = [
    ...steps.map(({ line, verdict }) => ({ line, verdict })),
    ...findings.map(({ line }) => ({ line, verdict: 'failed' as const })),
  ]
  for (const { line, verdict } of marks) {
    const known = lines[line]
    if (line > 0 && (known === undefined || SEVERITY.indexOf(verdict) > SEVERITY.indexOf(known))) {
      lines[line] = verdict
    }
  }
  return lines
}

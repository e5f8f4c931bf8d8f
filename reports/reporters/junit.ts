import type { RecordScenario, RunRecord } from '../../harness/record/record.ts'
import {
  describeStandIns,
  keepExercised,
  listStandIns,
  listStandInsOf,
} from '../../harness/record/stand-ins.ts'
import type { Reporter } from '../reporter.ts'
import { clip } from '../text/clip.ts'
import { listExtent } from '../text/describe-extent.ts'
import { describePlace } from '../text/describe-place.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { type Area, groupByArea } from '../text/group-by-area.ts'
import { createLabel, labelScenario } from '../text/label-names.ts'
import { listNotReached } from '../text/list-not-reached.ts'
import { listRunProblems, nameRunProblem, type Problem } from '../text/list-problems.ts'
import { makeVisible } from '../text/make-visible.ts'

const MAX_VALUE_LENGTH = 4_000
/** Of everything that an element says. */
const MAX_TEXT_LENGTH = 20_000
/** Of a name; what is longer is no name that a CI job shows. */
const MAX_NAME_LENGTH = 1_000

/**
 * Gives JUnit XML for CI, as Jenkins' schema has it: a suite an area, a case a scenario, with the replay command in every
 * failure.
 */
export const JUNIT_REPORTER = {
  name: 'junit',
  fileName: 'junit.xml',
  render(record: RunRecord) {
    const { summary, timings, scenarios } = record
    const problems = listRunProblems(record)
    const findings = problems.filter(({ isFinding }) => isFinding).length
    const root = attributes({
      name: 'assay',
      tests: summary.total + problems.length,
      failures: summary.failed + summary.flaky + findings,
      errors: summary.broken + problems.length - findings,
      time: seconds(timings.totalMs),
    })
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites${root}>`,
      ...groupByArea(scenarios).map((area) => renderSuite(area, record)),
      ...renderRun(problems, listNotReached(record)),
      '</testsuites>',
      '',
    ].join('\n')
  },
} satisfies Reporter & { fileName: string }

function renderSuite(area: Area, record: RunRecord): string {
  const { startedAt, provenance, digest, standings } = record
  const extent = listExtent(record)
  const standIns = listStandIns(standings && keepExercised(standings, area))
  const label = createLabel(standings)
  const suite = attributes({
    name: area.name,
    tests: area.total,
    failures: area.failed + area.flaky,
    errors: area.broken,
    skipped: area.skipped,
    time: seconds(area.durationMs),
    timestamp: startedAt.replace(/Z$/, ''),
  })
  const properties = {
    seed: provenance.seed,
    worldHash: provenance.worldHash,
    digest,
    assumptions: provenance.assumptions.join(', '),
    ...(extent.length > 0 ? { extent: extent.join('; ') } : {}),
    ...(standIns
      ? { modelContracts: standIns.models.join(', '), standIns: standIns.services.join(', ') }
      : {}),
  }
  return [
    `  <testsuite${suite}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    '    </properties>',
    ...area.scenarios.map((scenario) =>
      renderCase(labelScenario(scenario, label), describeStandIns(listStandInsOf(scenario, standings))),
    ),
    '  </testsuite>',
  ].join('\n')
}

/**
 * What concerns the run as a whole has no scenario, and what was not reached no record: a suite of its own keeps a CI job from
 * taking it for passed.
 */
function renderRun(problems: readonly Problem[], missing: readonly string[]): string[] {
  if (problems.length + missing.length === 0) return []
  const failures = problems.filter(({ isFinding }) => isFinding).length
  const suite = attributes({
    name: 'run',
    tests: problems.length + missing.length,
    failures,
    errors: problems.length - failures,
    ...(missing.length === 0 ? {} : { skipped: missing.length }),
  })
  return [
    `  <testsuite${suite}>`,
    ...problems.flatMap((each) => {
      const { rule, message, isFinding } = each
      const element = isFinding ? 'failure' : 'error'
      const problem = attributes({ message: clip(message, 300), type: rule })
      return [
        `    <testcase${attributes({ name: nameRunProblem(each), classname: 'run' })}>`,
        `      <${element}${problem}>${text(clip(message, MAX_VALUE_LENGTH))}</${element}>`,
        '    </testcase>',
      ]
    }),
    ...missing.flatMap((name) => [
      `    <testcase${attributes({ name, classname: 'run' })}>`,
      '      <skipped/>',
      '    </testcase>',
    ]),
    '  </testsuite>',
  ]
}

function renderCase(scenario: RecordScenario, standIns: string): string {
  const attributesOfCase = attributes({
    name: describeScenario(scenario),
    classname: `${scenario.area}.${scenario.file}`,
    time: seconds(scenario.timings.durationMs),
  })
  return [
    `    <testcase${attributesOfCase}>`,
    ...renderProblem(scenario),
    `      <system-out>${text(describeRun(scenario, standIns))}</system-out>`,
    '    </testcase>',
  ].join('\n')
}

function renderProblem(scenario: RecordScenario): string[] {
  const { verdict, findings, broken } = scenario
  if (verdict === 'skipped') return ['      <skipped/>']
  if (verdict === 'broken') {
    const { code, message } = broken ?? { code: 'INTERNAL', message: 'no reason was recorded' }
    const [first = ''] = message.split('\n')
    const error = attributes({ message: clip(first, 300), type: code })
    return [
      `      <error${error}>${text(`${clip(message, MAX_VALUE_LENGTH)}\n\n${describeReplay(scenario)}`)}</error>`,
    ]
  }
  const [first] = findings
  if (verdict !== 'failed' && verdict !== 'flaky') return []
  const failure = attributes({
    message: clip(first ? `${first.law}: ${first.message || `found ${first.found}`}` : verdict, 300),
    type: first?.law ?? verdict,
  })
  return [`      <failure${failure}>${text(describeFindings(scenario))}</failure>`]
}

function describeFindings(scenario: RecordScenario): string {
  const { counterexample } = scenario.property ?? {}
  const paragraphs = scenario.findings.map((finding) => {
    const step = scenario.steps.find(({ index }) => index === finding.step)
    const layer = finding.layer ?? step?.denial?.layer
    const code = finding.code ?? step?.denial?.code
    return [
      clip(`${finding.law} at ${describePlace(scenario, finding)}`, MAX_NAME_LENGTH),
      ...(finding.frame === undefined ? [] : [clip(finding.frame, MAX_VALUE_LENGTH)]),
      ...(step ? [`step:      ${step.index + 1} ${clip(step.title, 300)} (${step.phase})`] : []),
      ...(finding.message === '' ? [] : [`message:   ${clip(finding.message, MAX_VALUE_LENGTH)}`]),
      `expected:  ${clip(finding.expected, MAX_VALUE_LENGTH)}`,
      `found:     ${clip(finding.found, MAX_VALUE_LENGTH)}`,
      ...(layer === undefined && code === undefined
        ? []
        : [clip(`denied by: ${layer ?? '?'} ${code ?? ''}`.trimEnd(), MAX_NAME_LENGTH)]),
    ].join('\n')
  })
  return [
    clip(paragraphs.join('\n\n'), MAX_TEXT_LENGTH),
    ...(counterexample === undefined
      ? []
      : [`shrunk to: ${clip(JSON.stringify(counterexample), MAX_VALUE_LENGTH)}`]),
    describeReplay(scenario),
  ].join('\n\n')
}

const describeReplay = ({ replay }: RecordScenario) => `replay: ${clip(replay, MAX_VALUE_LENGTH)}`

const describeRun = (scenario: RecordScenario, standIns: string): string =>
  [
    `seed ${clip(scenario.seed, MAX_NAME_LENGTH)}`,
    scenario.property ? `${scenario.property.runs} runs` : `${scenario.steps.length} steps`,
    describeBlock(scenario.finalBlock),
    ...(scenario.beside
      ? [clip(`${describeBlock(scenario.beside.finalBlock)} on ${scenario.beside.chain}`, MAX_NAME_LENGTH)]
      : []),
    `state ${scenario.stateDigest}`.trimEnd(),
    ...(standIns === '' ? [] : [standIns]),
  ].join(', ')

const describeBlock = ({ number, hash }: RecordScenario['finalBlock']): string =>
  `final block ${number} ${hash}`.trimEnd()

const seconds = (durationMs: number): string => (durationMs / 1000).toFixed(3)

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(
      ([name, value]) => ` ${name}="${text(clip(String(value), MAX_NAME_LENGTH)).replaceAll('\n', '&#10;')}"`,
    )
    .join('')

// XML 1.0 has no way to hold control characters, so they are spelled out before the markup is escaped.
const text = (value: string): string =>
  makeVisible(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

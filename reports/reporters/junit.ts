import type { RecordScenario, RunRecord } from '../../harness/record/record.ts'
import { clip } from '../text/clip.ts'
import { describeIncomplete } from '../text/describe-incomplete.ts'
import { describePlace } from '../text/describe-place.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { type Area, groupByArea } from '../text/group-by-area.ts'
import { makeVisible } from '../text/make-visible.ts'
import type { Reporter } from './reporter.ts'

const MAX_VALUE_LENGTH = 4000

/** Gives JUnit XML for CI: a suite an area, a case a scenario, with the replay command in every failure. */
export const JUNIT_REPORTER: Reporter = {
  name: 'junit',
  fileName: 'junit.xml',
  render(record) {
    const { summary, timings } = record
    const root = attributes({
      name: 'assay',
      tests: summary.total + (record.incomplete ? 1 : 0),
      failures: summary.failed + summary.flaky,
      errors: summary.broken + (record.incomplete ? 1 : 0),
      skipped: summary.skipped,
      time: seconds(timings.totalMs),
    })
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites${root}>`,
      ...groupByArea(record.scenarios).map((area) => renderSuite(area, record)),
      ...renderIncomplete(record),
      '</testsuites>',
      '',
    ].join('\n')
  },
}

function renderSuite(area: Area, { startedAt, provenance, digest }: RunRecord): string {
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
  }
  return [
    `  <testsuite${suite}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    '    </properties>',
    ...area.scenarios.map(renderCase),
    '  </testsuite>',
  ].join('\n')
}

/** What did not run has no case of its own, so a suite of one error keeps a CI job from taking the part for the whole. */
function renderIncomplete(record: RunRecord): string[] {
  const { incomplete } = record
  if (incomplete === undefined) return []
  const error = attributes({ message: describeIncomplete(record), type: incomplete.code })
  return [
    '  <testsuite name="run" tests="1" errors="1">',
    '    <testcase name="the run is complete" classname="run">',
    `      <error${error}>${text(clip(incomplete.message, MAX_VALUE_LENGTH))}</error>`,
    '    </testcase>',
    '  </testsuite>',
  ]
}

function renderCase(scenario: RecordScenario): string {
  const line = scenario.findings[0]?.line ?? 0
  const attributesOfCase = attributes({
    name: describeScenario(scenario),
    classname: `${scenario.area}.${scenario.file}`,
    file: scenario.file,
    ...(line > 0 ? { line } : {}),
    time: seconds(scenario.timings.durationMs),
  })
  return [
    `    <testcase${attributesOfCase}>`,
    ...renderProblem(scenario),
    `      <system-out>${text(describeRun(scenario))}</system-out>`,
    '    </testcase>',
  ].join('\n')
}

function renderProblem(scenario: RecordScenario): string[] {
  const { verdict, findings, broken, replay } = scenario
  if (verdict === 'skipped') return ['      <skipped/>']
  if (verdict === 'broken') {
    const { code, message } = broken ?? { code: 'INTERNAL', message: 'no reason was recorded' }
    const [first = ''] = message.split('\n')
    const error = attributes({ message: clip(first, 300), type: code })
    return [`      <error${error}>${text(`${clip(message, MAX_VALUE_LENGTH)}\n\nreplay: ${replay}`)}</error>`]
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
      `${finding.law} at ${describePlace(scenario, finding)}`,
      ...(finding.frame === undefined ? [] : [finding.frame]),
      ...(step ? [`step:      ${step.index + 1} ${clip(step.title, 300)} (${step.phase})`] : []),
      ...(finding.message === '' ? [] : [`message:   ${clip(finding.message, MAX_VALUE_LENGTH)}`]),
      `expected:  ${clip(finding.expected, MAX_VALUE_LENGTH)}`,
      `found:     ${clip(finding.found, MAX_VALUE_LENGTH)}`,
      ...(layer === undefined && code === undefined
        ? []
        : [`denied by: ${layer ?? '?'} ${code ?? ''}`.trimEnd()]),
    ].join('\n')
  })
  return [
    ...paragraphs,
    ...(counterexample === undefined
      ? []
      : [`shrunk to: ${clip(JSON.stringify(counterexample), MAX_VALUE_LENGTH)}`]),
    `replay: ${scenario.replay}`,
  ].join('\n\n')
}

const describeRun = (scenario: RecordScenario): string =>
  [
    `seed ${scenario.seed}`,
    scenario.property ? `${scenario.property.runs} runs` : `${scenario.steps.length} steps`,
    `final block ${scenario.finalBlock.number} ${scenario.finalBlock.hash}`.trimEnd(),
    `state ${scenario.stateDigest}`.trimEnd(),
  ].join(', ')

const seconds = (durationMs: number): string => (durationMs / 1000).toFixed(3)

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${text(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('')

// XML 1.0 has no way to hold control characters, so they are spelled out before the markup is escaped.
const text = (value: string): string =>
  makeVisible(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

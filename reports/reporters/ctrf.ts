import type { RecordScenario, RecordStep, RecordVerdict, RunRecord } from '../../harness/record/record.ts'
import { describeStandIns, listStandIns, listStandInsOf } from '../../harness/record/stand-ins.ts'
import type { Reporter } from '../reporter.ts'
import { clip } from '../text/clip.ts'
import { listExtent } from '../text/describe-extent.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { createLabel, labelScenario } from '../text/label-names.ts'
import { listNotReached } from '../text/list-not-reached.ts'
import { listRunProblems, listScenarioProblems, nameRunProblem, type Problem } from '../text/list-problems.ts'
import { makeVisible } from '../text/make-visible.ts'

const MAX_VALUE_LENGTH = 4_000

/** The format knows no broken test: one that says nothing has not passed. */
const STATUS = {
  passed: 'passed',
  failed: 'failed',
  flaky: 'failed',
  broken: 'failed',
  skipped: 'skipped',
} as const

/** Gives a report in the Common Test Report Format: a test a scenario, and one for what keeps the whole from passing. */
export const CTRF_REPORTER: Reporter = {
  name: 'ctrf',
  render(record) {
    const { provenance, startedAt, timings, scenarios, summary } = record
    const start = Date.parse(startedAt)
    const label = createLabel(record.standings)
    const tests = [
      ...scenarios.map((scenario) =>
        describeTest(
          labelScenario(scenario, label),
          start,
          describeStandIns(listStandInsOf(scenario, record.standings)),
        ),
      ),
      ...listRunProblems(record).map(describeRunProblem),
      ...listNotReached(record).map(describeNotReached),
    ]
    const count = (status: string) => tests.filter((test) => test.status === status).length
    const report = {
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      runId: record.runId,
      timestamp: new Date(start + timings.totalMs).toISOString(),
      generatedBy: 'assay',
      results: {
        tool: { name: 'assay', version: shown(provenance.assayVersion) },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          pending: 0,
          other: 0,
          flaky: summary.flaky,
          start,
          stop: Math.round(start + timings.totalMs),
        },
        tests,
        environment: describeEnvironment(record),
      },
    }
    return `${JSON.stringify(report, null, 2)}\n`
  },
}

const shown = (text: string) => makeVisible(clip(text, MAX_VALUE_LENGTH))

function describeTest(scenario: RecordScenario, runStart: number, standIns: string) {
  const { timings, file, area, steps, replay, seed, id, verdict } = scenario
  const start = Math.round(runStart + timings.startedMs)
  const problems = listScenarioProblems(scenario)
  const line = scenario.findings.find((finding) => finding.line > 0)?.line
  return {
    name: shown(describeScenario(scenario)),
    status: STATUS[verdict],
    rawStatus: verdict,
    ...(verdict === 'flaky' ? { flaky: true } : {}),
    duration: Math.round(timings.durationMs),
    start,
    stop: start + Math.round(timings.durationMs),
    suite: [shown(area)],
    filePath: shown(file),
    type: scenario.kind,
    ...(line === undefined ? {} : { line }),
    ...describeMessages(problems),
    steps: steps.map(describeStep),
    extra: {
      id: shown(id),
      seed: shown(seed),
      replay: shown(replay),
      ...(standIns === '' ? {} : { standIns: shown(standIns) }),
    },
  }
}

function describeMessages(problems: readonly Problem[]) {
  const [first] = problems
  if (first === undefined) return {}
  const frames = problems.map(({ rule, message, finding }) =>
    [`${rule}: ${message}`, ...(finding?.frame === undefined ? [] : [finding.frame])].join('\n'),
  )
  return { message: shown(`${first.rule}: ${first.message}`), trace: shown(frames.join('\n\n')) }
}

const describeStep = ({
  title,
  verdict,
}: Pick<RecordStep, 'title'> & { readonly verdict: RecordVerdict }) => ({
  name: shown(title),
  status: STATUS[verdict],
})

const describeRunProblem = (problem: Problem) => ({
  name: shown(nameRunProblem(problem)),
  status: 'failed' as const,
  rawStatus: problem.isFinding ? 'failed' : 'broken',
  duration: 0,
  suite: ['run'],
  message: shown(problem.message),
})

const describeNotReached = (id: string) => ({
  name: shown(id),
  status: 'skipped' as const,
  rawStatus: 'not run',
  duration: 0,
  suite: ['run'],
})

function describeEnvironment(record: RunRecord) {
  const { provenance, digest, standings } = record
  const extent = listExtent(record)
  return {
    appName: 'assay',
    appVersion: shown(provenance.assayVersion),
    osPlatform: shown(provenance.platform),
    ...(provenance.gitCommit === null ? {} : { commit: shown(provenance.gitCommit) }),
    extra: {
      seed: shown(provenance.seed),
      worldHash: shown(provenance.worldHash),
      codeHash: shown(provenance.codeHash),
      digest: shown(digest),
      node: shown(provenance.nodeVersion),
      anvil: shown(provenance.anvilVersion),
      ...(extent.length > 0 ? { extent: shown(extent.join('; ')) } : {}),
      ...(standings ? { standIns: shown(describeStandIns(listStandIns(standings))) } : {}),
    },
  }
}

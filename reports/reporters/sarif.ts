import { createHash } from 'node:crypto'
import type { RunRecord } from '../../harness/record/record.ts'
import { listStandIns, listStandInsOf, type StandIns } from '../../harness/record/stand-ins.ts'
import type { Reporter } from '../reporter.ts'
import { clip } from '../text/clip.ts'
import { listExtent } from '../text/describe-extent.ts'
import { describeScenario } from '../text/describe-scenario.ts'
import { listProblems, type Problem } from '../text/list-problems.ts'
import { lookUp } from '../text/look-up.ts'
import { makeVisible } from '../text/make-visible.ts'

const MAX_MESSAGE_LENGTH = 4_000
const MAX_NAME_LENGTH = 1_000

/** Gives SARIF 2.1.0 for code scanning: a result a finding at its place, and what broke as notifications of the run. */
export const SARIF_REPORTER: Reporter = {
  name: 'sarif',
  render(record) {
    const problems = listProblems(record)
    const findings = problems.filter(({ isFinding }) => isFinding)
    const rules = [...new Set(findings.map(({ rule }) => makeVisible(rule)))].sort()
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'Assay',
              semanticVersion: named(record.provenance.assayVersion),
              rules: rules.map((id) => ({ id, shortDescription: { text: describeRule(id) } })),
            },
          },
          automationDetails: { id: `assay/${record.runId}` },
          columnKind: 'utf16CodeUnits',
          invocations: [describeInvocation(record, problems)],
          results: findings.map((problem) => describeResult(problem, rules, record)),
          ...describeStandings(listStandIns(record.standings)),
        },
      ],
    }
    return `${JSON.stringify(log, null, 2)}\n`
  },
}

const RUN_RULES: Readonly<Record<string, string>> = {
  coverage: 'The run exercises what it was asked to.',
  baseline: 'The run is no worse than its baseline.',
}

const describeRule = (rule: string) => lookUp(RUN_RULES, rule) ?? `What was held: ${rule}.`

/** Names of files, and what is made of them: no path is longer. */
const named = (name: string) => makeVisible(clip(name, MAX_NAME_LENGTH))

const shown = (text: string) => makeVisible(clip(text, MAX_MESSAGE_LENGTH))

function describeInvocation(record: RunRecord, problems: readonly Problem[]) {
  const { startedAt, timings, summary } = record
  const extent = listExtent(record)
  return {
    executionSuccessful: summary.verdict !== 'broken' && summary.verdict !== 'interrupted',
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + timings.totalMs).toISOString(),
    toolExecutionNotifications: problems
      .filter(({ isFinding }) => !isFinding)
      .map(({ rule, message, scenario }) => ({
        descriptor: { id: makeVisible(rule) },
        level: 'error',
        message: { text: shown(scenario ? `${describeScenario(scenario)}: ${message}` : message) },
        ...(scenario ? { locations: [locate(scenario.file)] } : {}),
      })),
    ...(extent.length > 0 ? { properties: { extent: extent.map(shown) } } : {}),
  }
}

/** The property bag of what is not the real thing. */
const describeStandings = (standIns: StandIns | undefined) =>
  standIns === undefined
    ? {}
    : { properties: { modelContracts: standIns.models.map(named), standIns: standIns.services.map(named) } }

function describeResult(
  { rule, message, subject, scenario, finding }: Problem,
  rules: readonly string[],
  { standings }: RunRecord,
) {
  const id = makeVisible(rule)
  const layer = finding?.layer
  const code = finding?.code
  return {
    ruleId: id,
    ruleIndex: rules.indexOf(id),
    level: 'error',
    message: { text: shown(scenario ? `${describeScenario(scenario)}: ${message}` : message) },
    locations: scenario ? [locate(scenario.file, finding)] : [],
    // The same failure in another run: its law, who decided, and where.
    partialFingerprints: { 'assayFailure/v1': fingerprint([rule, layer, code, scenario?.id ?? subject]) },
    ...(scenario
      ? {
          properties: {
            ...describeStandings(listStandInsOf(scenario, standings)).properties,
            scenario: named(scenario.id),
            replay: shown(scenario.replay),
            ...(layer === undefined ? {} : { layer: makeVisible(layer) }),
            ...(code === undefined ? {} : { code: makeVisible(code) }),
          },
        }
      : {}),
  }
}

const locate = (file: string, place?: { readonly line: number; readonly column?: number }) => ({
  physicalLocation: {
    artifactLocation: { uri: named(file).split('/').map(encodeURIComponent).join('/') },
    ...(place && place.line > 0
      ? {
          region: {
            startLine: place.line,
            ...(place.column === undefined ? {} : { startColumn: place.column }),
          },
        }
      : {}),
  },
})

const fingerprint = (parts: readonly (string | undefined)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

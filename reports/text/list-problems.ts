import type { RecordFinding, RecordScenario, RunRecord } from '../../harness/record/record.ts'
import { describeCoverage } from './describe-coverage.ts'
import { describeGate } from './describe-gate.ts'
import { describeIncomplete } from './describe-incomplete.ts'

/** One reason for which a run did not pass, as formats for machines and for CI tell it. */
export interface Problem {
  /** The law that was broken, or the code of the harness' failure; for the run as a whole `coverage`, `baseline` or its code. */
  readonly rule: string
  /** Whether the stack was found wanting; otherwise the run itself is broken or not whole. */
  readonly isFinding: boolean
  readonly message: string
  /** What tells it from others of its rule, of which the run as a whole may have several. */
  readonly subject?: string
  /** Absent for what concerns the run as a whole. */
  readonly scenario?: RecordScenario
  readonly finding?: RecordFinding
}

/** List why a run did not pass: of each scenario its findings or why it is broken, then what concerns the whole. */
export const listProblems = (record: RunRecord): Problem[] => [
  ...record.scenarios.flatMap(listScenarioProblems),
  ...listRunProblems(record),
]

/** What is said of a verdict that no finding explains. */
const UNSAID: Readonly<Partial<Record<RecordScenario['verdict'], string>>> = {
  failed: 'no finding was recorded',
  flaky: 'the same seed and world came to another record',
}

/** List why one scenario did not pass. */
export function listScenarioProblems(scenario: RecordScenario): Problem[] {
  if (scenario.verdict === 'broken') {
    const { code, message } = scenario.broken ?? { code: 'INTERNAL', message: 'no reason was recorded' }
    return [{ rule: code, isFinding: false, message, scenario }]
  }
  const unsaid = UNSAID[scenario.verdict]
  if (unsaid !== undefined && scenario.findings.length === 0)
    return [{ rule: scenario.verdict, isFinding: true, message: unsaid, scenario }]
  return scenario.findings.map((finding) => ({
    rule: finding.law,
    isFinding: true,
    message: [
      ...(finding.message === '' ? [] : [finding.message]),
      `expected ${finding.expected}`,
      `found ${finding.found}`,
    ].join('; '),
    scenario,
    finding,
  }))
}

/** List what keeps a run as a whole from passing: what is missing, not exercised, or worse than its baseline. */
export const listRunProblems = (record: RunRecord): Problem[] => [
  ...(record.incomplete
    ? [{ rule: record.incomplete.code, isFinding: false, message: describeIncomplete(record) }]
    : []),
  // Keys that must not be seen come first, a line each.
  ...describeCoverage(record).map((message, index) => ({
    rule: 'coverage',
    isFinding: true,
    message,
    ...subjectOf(record.coverage?.violations[index]),
  })),
  ...describeGate(record).map((difference) => ({ rule: 'baseline', isFinding: true, ...difference })),
]

const subjectOf = (subject: string | undefined) => (subject === undefined ? {} : { subject })

/** Name a problem of a run as a whole, which no other of that run is called. */
export const nameRunProblem = ({ rule, subject }: Problem): string =>
  subject === undefined ? rule : `${rule}: ${subject}`

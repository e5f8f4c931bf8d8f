import type { RecordScenario, RecordStep, RecordVerdict } from '../../../harness/record/record.ts'
import { listCell } from '../../text/describe-scenario.ts'
import { formatCount } from '../../text/format-count.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { showSentence, showText } from './show-text.ts'

/** The keys that a filter may name: `layer:permit`, `tx:0x…`. */
export const FILTER_KEYS = [
  'area',
  'kind',
  'profile',
  'driver',
  'phase',
  'layer',
  'code',
  'hook',
  'cell',
  'class',
  'action',
  'tool',
  'fault',
  'law',
  'file',
  'tx',
] as const

/** What the list of scenarios holds of one. */
export interface ListEntry {
  readonly id: string
  readonly name: string
  readonly cells: readonly string[]
  readonly verdict: RecordVerdict
  readonly area: string
  readonly size: string
  readonly duration: string
  /** The first thing that went wrong. */
  readonly problem?: { readonly law: string; readonly text: string }
  /** `key:value` in lower case, by which a filter finds it. */
  readonly terms: readonly string[]
  /** All in which words are looked for, in lower case. */
  readonly words: string
}

/** Prepare a scenario for the list. */
export function viewEntry(scenario: RecordScenario): ListEntry {
  const { id, verdict, area, property, steps, timings } = scenario
  const problem = firstProblem(scenario)
  return {
    id,
    name: showText(scenario.name, 300),
    cells: listCell(scenario).map((cell) => showText(cell, 100)),
    verdict,
    area: showText(area, 100),
    size: property ? formatCount(property.runs, 'case') : formatCount(steps.length, 'step'),
    duration: formatDuration(timings.durationMs),
    ...(problem ? { problem } : {}),
    terms: listTerms(scenario),
    words: listWords(scenario, problem),
  }
}

function firstProblem({ findings: [finding], broken }: RecordScenario): ListEntry['problem'] {
  if (finding) {
    const { law, message, expected, found } = finding
    const text = message === '' ? `expected ${expected}, found ${found}` : message
    return { law: showText(law, 100), text: showSentence(text, 300) }
  }
  return broken && { law: showText(broken.code, 100), text: showText(broken.message, 300) }
}

function listTerms({ area, kind, profile, driver, file, steps, findings, broken }: RecordScenario): string[] {
  const terms: [(typeof FILTER_KEYS)[number], string | undefined][] = [
    ['area', area],
    ['kind', kind],
    ['profile', profile],
    ['driver', driver],
    ['file', file],
    ['code', broken?.code],
    ...findings.flatMap(({ law, layer, code }): typeof terms => [
      ['law', law],
      ['layer', layer],
      ['code', code],
    ]),
    ...steps.flatMap((step): typeof terms => [
      ['phase', step.phase],
      ['layer', step.denial?.layer],
      ['code', step.denial?.code],
      ['class', step.authority?.actionClass],
      ['cell', nameCell(step)],
      ['action', step.action],
      ['tx', step.transaction?.hash],
      ...(step.sent ?? []).map(({ hash }): (typeof terms)[number] => ['tx', hash]),
      ...(step.tools ?? []).map((tool): (typeof terms)[number] => ['tool', tool]),
      ...(step.faults ?? []).map((fault): (typeof terms)[number] => ['fault', fault]),
      ...(step.actions ?? []).map(({ transactionHash }): (typeof terms)[number] => ['tx', transactionHash]),
      ...step.hooks
        .filter(({ verdict }) => verdict !== 'allow')
        .flatMap(({ hook, code }): typeof terms => [
          ['hook', hook],
          ['code', code],
        ]),
    ]),
  ]
  const written = terms.flatMap(([key, value]) => (value === undefined ? [] : [`${key}:${clipTerm(value)}`]))
  return [...new Set(written)]
}

// As coverage counts it: where the phase changed under a step, nobody can tell which one decided.
const nameCell = ({ phase, phaseChanges = [], authority }: RecordStep): string | undefined =>
  authority && phaseChanges.length === 0
    ? `${phase}/${authority.actionClass}/${authority.verdict}`
    : undefined

function listWords(
  { id, name, area, steps, findings, broken }: RecordScenario,
  problem: ListEntry['problem'],
): string {
  const words = [
    name,
    id,
    area,
    // As the list spells it.
    problem?.text ?? '',
    ...steps.flatMap(({ denial }) => (denial ? [denial.layer, denial.code] : [])),
    ...findings.flatMap(({ law, message, code = '', layer = '' }) => [law, message, code, layer]),
    broken?.code ?? '',
  ]
  return [...new Set(words.map(clipTerm))].join(' ')
}

const clipTerm = (value: string): string => value.slice(0, 300).toLowerCase()

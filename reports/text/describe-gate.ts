import type { RecordDifference, RunRecord } from '../../harness/record/record.ts'
import { formatCount } from './format-count.ts'

/** Say what of the differences from its baseline keeps a run from passing: of what each is, and a line on it. */
export const describeGate = ({ gate }: Pick<RunRecord, 'gate'>): { subject: string; message: string }[] =>
  (gate?.differences ?? []).filter(({ isWorse }) => isWorse).map(describeDifference)

function describeDifference({ measure, before, after, scenario }: RecordDifference) {
  const of = (separator: string) => (scenario === undefined ? '' : `${separator} of ${scenario}`)
  return {
    subject: `${measure}${of('')}`,
    message: `${measure}: ${before} then, ${after} now${of(',')}`,
  }
}

/** Count what got worse and what got better: `2 worse, 1 other`. */
export function countDifferences(differences: readonly RecordDifference[]): string {
  const worse = differences.filter(({ isWorse }) => isWorse).length
  const others = differences.length - worse
  if (differences.length === 0) return 'nothing differs'
  return [
    ...(worse > 0 ? [`${worse.toLocaleString('en-US')} worse`] : []),
    ...(others > 0 ? [formatCount(others, 'other difference')] : []),
  ].join(', ')
}

/**
 * Tabulate differences: measure, before, after, change, scenario; numbers with thousands separators, the change of what counts.
 */
export const tabulateDifferences = (differences: readonly RecordDifference[]): string[][] =>
  differences.map(({ measure, before, after, scenario }) => [
    measure,
    format(before),
    format(after),
    isNumber(before) && isNumber(after) ? describeChange(Number(before), Number(after)) : '',
    scenario ?? '',
  ])

const isNumber = (text: string) => /^\d{1,15}$/.test(text)
const format = (text: string) => (isNumber(text) ? Number(text).toLocaleString('en-US') : text)

function describeChange(before: number, after: number): string {
  const change = after - before
  const sign = change > 0 ? '+' : ''
  const share = before === 0 ? '' : ` (${sign}${((change * 100) / before).toFixed(1)} %)`
  return `${sign}${change.toLocaleString('en-US')}${share}`
}

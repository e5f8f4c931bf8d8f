import type { RecordGate } from '../../harness/record/record.ts'
import { countDifferences, tabulateDifferences } from './describe-gate.ts'
import { formatCount } from './format-count.ts'
import { makeVisible } from './make-visible.ts'
import { renderTable } from './render-table.ts'

const MAX_DIFFERENCES = 100

type Paint = (text: string) => string

/** Tabulate in what a run differs from its baseline, or from another run, a line each. */
export function renderGate(
  { baseline, outdated = [], differences }: RecordGate,
  colors: { readonly bold: Paint; readonly red: Paint },
): string[] {
  const rows = renderTable(tabulateDifferences(differences.slice(0, MAX_DIFFERENCES)))
  const more = differences.length - rows.length
  return [
    `${colors.bold('BASELINE')}  ${makeVisible(baseline)}: ${countDifferences(differences)}`,
    ...outdated.map((each) => colors.red(`  ! not of this checkout: ${makeVisible(each)}`)),
    ...rows.map((row, index) => (differences[index]?.isWorse ? colors.red(`  ✗ ${row}`) : `  · ${row}`)),
    ...(more > 0 ? [`  and ${formatCount(more, 'more difference')}`] : []),
  ]
}

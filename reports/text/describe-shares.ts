import type { RecordScenario } from '../../harness/record/record.ts'
import { formatCount } from './format-count.ts'

/** Say how many cells a run played of the matrices that a default run takes a share of; nothing where it played all. */
export function describeShares(scenarios: readonly Pick<RecordScenario, 'file' | 'matrixCells'>[]): string {
  const cells = scenarios.filter(({ matrixCells }) => matrixCells !== undefined)
  const files = Map.groupBy(cells, ({ file }) => file)
  const total = [...files.values()].reduce((sum, [first]) => sum + (first?.matrixCells ?? 0), 0)
  return cells.length < total
    ? `${cells.length.toLocaleString('en-US')} of ${formatCount(total, 'cell')} in ${formatCount(files.size, 'scenario')}`
    : ''
}

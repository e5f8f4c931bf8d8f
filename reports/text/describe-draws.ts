import type { RecordScenario } from '../../harness/record/record.ts'
import { formatCount } from './format-count.ts'

/** Say how many of all draws a run played; nothing where it played them all. */
export function describeDraws(
  scenarios: readonly Pick<RecordScenario, 'file' | 'matrix' | 'draws'>[],
): string {
  const cells = scenarios.filter(({ draws }) => draws !== undefined)
  const drawn = Map.groupBy(cells, ({ file, matrix }) => JSON.stringify([file, matrix]))
  const played = cells.reduce((sum, { draws }) => sum + (draws?.count ?? 0), 0)
  const total = [...drawn.values()].reduce((sum, [first]) => sum + (first?.draws?.total ?? 0), 0)
  return played < total
    ? `${played.toLocaleString('en-US')} of ${formatCount(total, 'draw')} in ${formatCount(drawn.size, 'scenario')}`
    : ''
}

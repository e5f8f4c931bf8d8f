import type { MatrixCell } from './text/matrix.ts'

/** Whether a default run takes a cell of a matrix that it takes a share of. */
export interface CellShare {
  readonly isTaken: boolean
  /** All cells of the matrix. */
  readonly total: number
}

/**
 * Choose the cells of which a default run takes so many: each time the first of those that show the most values which
 * none before has shown, and of these one whose values were shown least.
 */
export function shareCells(cells: readonly MatrixCell[], count: number): ReadonlySet<MatrixCell> {
  const shown = new Map<string, number>()
  const left = new Set(cells)
  const taken = new Set<MatrixCell>()
  const timesOf = (cell: MatrixCell) => [...cell.indices].map((value) => shown.get(value.join()) ?? 0)
  while (taken.size < count && left.size > 0) {
    const ranked = [...left].map((cell) => {
      const times = timesOf(cell)
      const old = times.filter((time) => time > 0).length
      return { cell, old, times: times.reduce((sum, time) => sum + time, 0) }
    })
    const { cell } = ranked.reduce((best, each) =>
      each.old < best.old || (each.old === best.old && each.times < best.times) ? each : best,
    )
    left.delete(cell)
    taken.add(cell)
    for (const value of cell.indices) shown.set(value.join(), (shown.get(value.join()) ?? 0) + 1)
  }
  return taken
}

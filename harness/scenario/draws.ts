/** How often something is played, each time drawn anew from the run's seed, and how many times in one cell. */
export interface Draws {
  readonly total: number
  /** A default run plays the first cell, a thorough one all of them. */
  readonly cell: number
}

/** The draws that one cell plays. */
export interface DrawRange {
  /** Number of its first draw, from 0. */
  readonly first: number
  readonly count: number
  /** All that there are, in all cells. */
  readonly total: number
}

/** Split draws into the ranges of their cells; which draws there are does not depend on the split. */
export const splitDraws = ({ total, cell }: Draws): readonly DrawRange[] =>
  Array.from({ length: Math.ceil(total / cell) }, (_, index) => {
    const first = index * cell
    return { first, count: Math.min(cell, total - first), total }
  })

/** The seed of what a cell draws while it runs; that of the first cell is the run's own. */
export const seedDraws = (seed: string, range: DrawRange | undefined): string =>
  range === undefined || range.first === 0 ? seed : `${seed} from draw ${range.first + 1}`

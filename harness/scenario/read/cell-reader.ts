import type { ScenarioCatalogue } from '../catalogue.ts'
import type { ReportProblem } from '../text/check-shape.ts'
import type { Path } from '../text/matrix.ts'
import { createNameReader, type NameReader } from './name-reader.ts'
import { createUnitReader, type UnitReader } from './unit-reader.ts'

/**
 * Reads the names and units of one matrix cell. Every method reports what is wrong and goes on with a stand-in,
 * so that one pass finds everything.
 */
export interface CellReader extends NameReader, UnitReader {
  readonly catalogue: ScenarioCatalogue
  readonly problem: ReportProblem
  /** Take note of a branch of expectations, and whether the cell takes it. */
  readonly branch: NoteBranch
}

/** Takes note of a branch at a path of the file. */
export type NoteBranch = (path: Path, isTaken: boolean) => void

/** Create the reader of one cell. */
export function createCellReader(
  catalogue: ScenarioCatalogue,
  problem: ReportProblem,
  branch: NoteBranch = () => undefined,
): CellReader {
  const names = createNameReader(catalogue, problem)
  return { catalogue, problem, branch, ...names, ...createUnitReader(names, problem) }
}

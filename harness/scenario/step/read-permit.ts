import type { CellReader } from '../read/cell-reader.ts'
import type { Path } from '../text/matrix.ts'
import type { Bound } from './step.ts'

/** Read a permit by the name that an earlier step bound, or by its id. */
export function readPermit(value: unknown, path: Path, reader: CellReader): Bound<string> {
  const text = String(value)
  const binding = /^\$\{([^{}]+)\}$/.exec(text)?.[1]
  if (binding !== undefined) return { binding }
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) {
    reader.problem(path, `"${text}" is no permit`, 'bind a preview with `as` and write ${name}')
  }
  return text
}

/** Name a permit for people. */
export const namePermit = (permit: Bound<string>): string =>
  typeof permit === 'string' ? permit : permit.binding

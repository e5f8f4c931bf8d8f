import type { ScenarioCatalogue } from '../catalogue.ts'
import { listSecretReferences, writeSecret } from '../secret-encodings.ts'
import type { ReportProblem } from '../text/check-shape.ts'
import { fillTree, type MatrixCell, type Path, pathKey } from '../text/matrix.ts'
import { suggestName } from '../text/suggest-name.ts'
import type { Place } from '../text/yaml-source.ts'
import type { OpenedFile } from './open-file.ts'
import { resolveReference } from './resolve-reference.ts'

type Members = Readonly<Record<string, unknown>>

/** One cell of a file, with its references filled in. */
export interface FilledCell {
  readonly members: Members
  /** Where a value stands; what the matrix gave is shown where it stands in the matrix. */
  readonly placeOf: (path: Path, atKey?: boolean) => Place
  readonly problem: ReportProblem
}

/** Whether a value stands in a step that is done on the second chain. */
function isBeside(file: Members, path: Path, { chain }: ScenarioCatalogue): boolean {
  let value: unknown = file
  return path.some((key) => {
    value = value !== null && typeof value === 'object' ? (value as Members)[key] : undefined
    const isStep = typeof key === 'number' && value !== null && typeof value === 'object' && 'on' in value
    return isStep && value !== null && (value as Members).on !== chain
  })
}

/** Fill the references of one cell; those to names that `bindings` lists are left for the run. */
export function fillCell(
  file: Members,
  cell: MatrixCell,
  bindings: readonly string[],
  { source, add }: OpenedFile,
  catalogue: ScenarioCatalogue,
  beside?: ScenarioCatalogue,
): FilledCell {
  const unresolved: { reference: string; path: Path }[] = []
  const secrets = Object.keys((file.secrets ?? {}) as Members)
  const filled = fillTree(file, cell, (reference, path) => {
    if (reference.startsWith('secret.')) {
      const written = writeSecret(reference, secrets)
      if (written === undefined) unresolved.push({ reference, path })
      return written
    }
    const address = resolveReference(
      reference,
      isBeside(file, path, catalogue) ? (beside ?? catalogue) : catalogue,
    )
    if (address === undefined && reference !== 'cage' && !bindings.includes(reference)) {
      unresolved.push({ reference, path })
    }
    return address
  })
  const placeOf = (path: Path, atKey?: boolean): Place => {
    // The matrix gave the value; its key stands where it was written.
    for (let length = path.length - (atKey ? 1 : 0); length > 0; length -= 1) {
      const origin = filled.origins.get(pathKey(path.slice(0, length)))
      if (origin !== undefined) return source.place([...origin, ...path.slice(length)], atKey)
    }
    return source.place(path, atKey)
  }
  const unfilled = new Set(unresolved.map(({ path }) => pathKey(path)))
  const problem: ReportProblem = (path, message, hint, atKey) => {
    if (atKey || !unfilled.has(pathKey(path))) add(placeOf(path, atKey), message, hint)
  }
  for (const { reference, path } of unresolved) {
    const known = [
      ...new Set([
        ...secrets.flatMap(listSecretReferences),
        ...cell.values.keys(),
        ...bindings,
        'cage',
        ...Object.keys(catalogue.actors),
      ]),
    ]
    add(placeOf(path), `unknown reference "${reference}"`, suggestName(reference, known))
  }
  return { members: filled.value as Members, placeOf, problem }
}

import { listReferences, type Path } from '../text/matrix.ts'
import type { CellReader } from './cell-reader.ts'

/** Report references to names that no earlier step has bound. */
export function checkReferences(
  tree: unknown,
  path: Path,
  bound: Pick<ReadonlySet<string>, 'has'>,
  bindings: readonly string[],
  reader: CellReader,
): void {
  for (const { reference, path: at } of listReferences(tree, path)) {
    if (!bindings.includes(reference) || bound.has(reference)) continue
    const hint = `move the step with as: ${reference} before this one`
    reader.problem(at, `\${${reference}} is used before a step binds it`, hint)
  }
}

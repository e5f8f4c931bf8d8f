import type { ScenarioCatalogue } from '../catalogue.ts'
import { listBindings } from '../list-bindings.ts'
import type { ReportProblem } from '../text/check-shape.ts'
import { countCells, labelOf, listReferences } from '../text/matrix.ts'
import { isName } from '../text/name.ts'

const MAX_CELLS = 1_000

/** Check the names, values and size of a matrix whose shape is sound; answers whether it can be expanded. */
export function checkMatrix(
  matrix: Readonly<Record<string, readonly unknown[]>>,
  file: { readonly steps?: unknown },
  catalogue: ScenarioCatalogue,
  report: ReportProblem,
): boolean {
  const count = countCells(matrix)
  if (count > MAX_CELLS) {
    report(['matrix'], `the matrix has ${count} cells, at most ${MAX_CELLS}`, 'drop values', true)
    return false
  }
  const used = new Set(listReferences(file).map(({ reference }) => reference.split('.')[0]))
  const taken = [
    'cage',
    'lookalike',
    'secret',
    ...Object.keys(catalogue.actors),
    ...Object.keys(catalogue.contracts),
  ]
  const bindings = listBindings(file.steps)
  for (const [name, values] of Object.entries(matrix)) {
    const path = ['matrix', name]
    if (!isName(name)) {
      report(path, `"${name}" is no name`, 'use letters and digits, a letter first', true)
    } else if (taken.includes(name)) {
      report(path, `"${name}" already names an account`, 'choose another name', true)
    } else if (bindings.includes(name)) {
      report(path, `"${name}" names what a step binds as well`, 'choose another name', true)
    } else if (!used.has(name)) {
      report(path, `nothing uses \${${name}}`, 'use it in a step, or drop it', true)
    }
    const labels = new Map<string, number>()
    for (const [index, value] of values.entries()) {
      const at = [...path, index]
      if (Array.isArray(value)) {
        report(at, 'a list cannot be a value of the matrix', 'write a map with a label around it')
      } else if (
        value !== null &&
        typeof value === 'object' &&
        typeof (value as { label?: unknown }).label !== 'string'
      ) {
        report(at, 'a map in the matrix has no label', 'add label: … to tell its runs apart')
      }
      const label = labelOf(value)
      if (labels.has(label) && label !== 'undefined')
        report(at, `"${label}" stands here twice`, 'drop one of the two')
      labels.set(label, index)
    }
  }
  return true
}

/** Steps from the root of a file to a value. */
export type Path = readonly (string | number)[]

/** One combination of matrix values. */
export interface MatrixCell {
  readonly values: ReadonlyMap<string, unknown>
  /** Where each value stands: its index in the list of its name. */
  readonly indices: ReadonlyMap<string, number>
}

/** The one combination of no values. */
export const NO_MATRIX: MatrixCell = { values: new Map(), indices: new Map() }

/** Count the combinations of a matrix without building them. */
export const countCells = (matrix: Readonly<Record<string, readonly unknown[]>>): number =>
  Object.values(matrix).reduce((product, values) => product * values.length, 1)

/** Expand a matrix to its combinations, in the order of the file: the last name varies fastest. */
export function expandMatrix(matrix: Readonly<Record<string, readonly unknown[]>>): MatrixCell[] {
  let cells: MatrixCell[] = [NO_MATRIX]
  for (const [name, values] of Object.entries(matrix)) {
    cells = cells.flatMap((cell) =>
      values.map((value, index) => ({
        values: new Map(cell.values).set(name, value),
        indices: new Map(cell.indices).set(name, index),
      })),
    )
  }
  return cells
}

/** The short text that tells a matrix value from its siblings: its label, or the value itself. */
export const labelOf = (value: unknown): string =>
  value !== null && typeof value === 'object' ? String((value as { label?: unknown }).label) : String(value)

/** Matches `${name}` and `${name.member}`. */
const REFERENCE = /\$\{([^{}]*)\}/g
const WHOLE_REFERENCE = /^\$\{([^{}]*)\}$/

/** A filled tree, and where the values came from that stood in the matrix. */
export interface FilledTree {
  readonly value: unknown
  /** Path in the tree to path in the file, for whole values that the matrix gave. */
  readonly origins: ReadonlyMap<string, Path>
}

/** Key of a path in the map of origins. */
export const pathKey = (path: Path): string => JSON.stringify(path.map(String))

/**
 * Fill every `${…}` of a tree. A text that is nothing but a reference becomes the value itself, of whatever type;
 * inside a longer text the value is written out.
 *
 * `resolveText` answers what is no matrix value: the text to put, or undefined to leave the reference for later.
 */
export function fillTree(
  tree: unknown,
  cell: MatrixCell,
  resolveText: (reference: string, path: Path) => string | undefined,
): FilledTree {
  const origins = new Map<string, Path>()

  const lookUp = (reference: string): { value: unknown; origin: Path } | undefined => {
    const [name = '', ...members] = reference.split('.')
    if (!cell.values.has(name)) return undefined
    let value = cell.values.get(name)
    for (const member of members) {
      if (value === null || typeof value !== 'object' || !Object.hasOwn(value, member)) return undefined
      value = (value as Record<string, unknown>)[member]
    }
    return { value, origin: ['matrix', name, cell.indices.get(name) ?? 0, ...members] }
  }

  // Matrix values may refer to actors, contracts and permits, but not to one another: that could run in circles.
  const fill = (value: unknown, path: Path, isMatrixValue: boolean): unknown => {
    if (typeof value === 'string') {
      const whole = WHOLE_REFERENCE.exec(value)?.[1]
      const found = whole === undefined || isMatrixValue ? undefined : lookUp(whole)
      if (found !== undefined) {
        origins.set(pathKey(path), found.origin)
        return fill(found.value, path, true)
      }
      return value.replaceAll(REFERENCE, (text, reference: string) => {
        const inner = isMatrixValue ? undefined : lookUp(reference)
        if (inner !== undefined) return String(fill(labelOf(inner.value), path, true))
        return resolveText(reference, path) ?? text
      })
    }
    if (Array.isArray(value))
      return value.map((member, index) => fill(member, [...path, index], isMatrixValue))
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, fill(member, [...path, key], isMatrixValue)]),
      )
    }
    return value
  }

  return { value: fill(tree, [], false), origins }
}

/** List the references of a tree with the paths of the texts that hold them. */
export function listReferences(tree: unknown, path: Path = []): { reference: string; path: Path }[] {
  if (typeof tree === 'string') {
    return [...tree.matchAll(REFERENCE)].map((match) => ({ reference: match[1] ?? '', path }))
  }
  if (tree === null || typeof tree !== 'object') return []
  const isList = Array.isArray(tree)
  return Object.entries(tree).flatMap(([key, member]) =>
    listReferences(member, [...path, isList ? Number(key) : key]),
  )
}

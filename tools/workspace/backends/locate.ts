import { workspaceError } from '../workspace-errors.ts'
import type { Tree } from './tree.ts'

/** Longest path and name, in bytes of UTF-8 (PATH_MAX and NAME_MAX of Linux). */
const MOST_PATH = 4_096
const MOST_NAME = 255

/** A place in a tree, by the names that lead to it. */
export interface Place {
  readonly tree: Tree
  readonly names: readonly string[]
}

const encoder = new TextEncoder()
const sizeOf = (text: string) => encoder.encode(text).length

/**
 * Check that a path can be one at all.
 *
 * @throws ToolError PATH_INVALID
 */
function assertPath(path: string): void {
  const refuse = (problem: string) => {
    throw workspaceError('PATH_INVALID', { path: JSON.stringify(path.slice(0, 80)), problem })
  }
  if (path === '') refuse('is empty')
  if (!path.isWellFormed()) refuse('is no well-formed Unicode')
  if (path.includes('\0')) refuse('has a NUL byte')
  if (sizeOf(path) > MOST_PATH) refuse(`has more than ${MOST_PATH} bytes`)
  if (path.split('/').some((name) => sizeOf(name) > MOST_NAME))
    refuse(`has a name of more than ${MOST_NAME} bytes`)
}

/** Take `.`, `..` and doubled slashes out of the names of an absolute path. */
function normalise(names: readonly string[]): readonly string[] {
  const normal: string[] = []
  for (const name of names) {
    if (name === '..') normal.pop()
    else if (name !== '' && name !== '.') normal.push(name)
  }
  return normal
}

/** Take the names of a folder off those of a path; undefined for a path elsewhere. */
function namesBelow(folder: string, names: readonly string[]): readonly string[] | undefined {
  const above = normalise(folder.split('/'))
  return above.every((name, index) => names[index] === name) ? names.slice(above.length) : undefined
}

/**
 * Find the tree in which a path lies, by its text alone: `..` takes the name before it away.
 *
 * @param from - names of the folder in the first tree to which the path is relative
 * @throws ToolError PATH_INVALID, PATH_OUTSIDE
 */
export function locate(trees: readonly Tree[], path: string, from?: Place): Place {
  assertPath(path)
  const base = from ?? { tree: trees[0] as Tree, names: [] }
  const names = normalise([
    ...(path.startsWith('/') ? [] : [...base.tree.path.split('/'), ...base.names]),
    ...path.split('/'),
  ])
  for (const tree of trees) {
    const below = namesBelow(tree.path, names) ?? namesBelow(tree.givenPath, names)
    if (below) return { tree, names: below }
  }
  throw workspaceError('PATH_OUTSIDE', { path: JSON.stringify(path) })
}

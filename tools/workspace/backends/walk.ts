import { workspaceError } from '../workspace-errors.ts'
import { locate, type Place } from './locate.ts'
import type { Admit, Folder, Tree, TreeNode } from './tree.ts'

/** Most links on the way to a file (MAXSYMLINKS of Linux). */
const MOST_LINKS = 40

/** Where a walk ended: an open folder, and a name in it under which something is or may be created. */
export interface Arrival {
  readonly folder: Folder
  /** Undefined for the root itself. */
  readonly name: string | undefined
  /** What stands there, a link only where it is asked for; undefined for nothing. */
  readonly node: TreeNode | undefined
}

/** How a path is walked. */
export interface WalkOptions {
  readonly admit: Admit
  /** Create the folders on the way that are missing. */
  readonly createFolders?: boolean
  /** Arrive at a link that the path ends with, and do not follow it. */
  readonly keepLastLink?: boolean
}

/**
 * Walk a path name by name from the root of its tree, do something where it ends, and close what was opened.
 *
 * Each folder is opened from the one above it and no step follows a link: what a link says is a path like any other, and
 * the walk begins again. So links lead within the trees that are open or nowhere, whoever changes them meanwhile.
 *
 * @throws ToolError PATH_INVALID, PATH_OUTSIDE, PATH_LOOP, PATH_NOT_FOUND, PATH_NOT_FOLDER
 */
export async function walk<T>(
  trees: readonly Tree[],
  path: string,
  how: WalkOptions,
  body: (arrival: Arrival) => Promise<T>,
): Promise<T> {
  const shown = JSON.stringify(path)
  let place = locate(trees, path)
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    const end = await walkOnce(trees, place, shown, how, body)
    if ('value' in end) return end.value
    place = end.goOn
  }
  throw workspaceError('PATH_LOOP', { path: shown, expected: MOST_LINKS })
}

async function walkOnce<T>(
  trees: readonly Tree[],
  { tree, names }: Place,
  shown: string,
  { admit, createFolders, keepLastLink }: WalkOptions,
  body: (arrival: Arrival) => Promise<T>,
): Promise<{ readonly value: T } | { readonly goOn: Place }> {
  let folder = await tree.open()
  try {
    admit(folder.node)
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1
      let node = await folder.look(name)
      if (node === undefined && createFolders && !isLast) {
        await folder.makeFolder(name)
        node = await folder.look(name)
      }
      if (node?.kind === 'link' && !(isLast && keepLastLink)) {
        const rest = names.slice(index + 1).join('/')
        const target = await folder.readLink(name)
        const next = rest === '' ? target : `${target}/${rest}`
        return { goOn: followLink(trees, next, { tree, names: names.slice(0, index) }, shown) }
      }
      if (node) admit(node)
      if (isLast) return { value: await body({ folder, name, node }) }
      if (node === undefined) throw workspaceError('PATH_NOT_FOUND', { path: shown })
      const next = node.kind === 'folder' ? await folder.enter(name) : undefined
      if (next === undefined) throw workspaceError('PATH_NOT_FOLDER', { path: shown })
      await folder.close()
      folder = next
      admit(folder.node)
    }
    return { value: await body({ folder, name: undefined, node: folder.node }) }
  } finally {
    await folder.close()
  }
}

/** Find where a link leads; what is wrong with it is said of the path that was asked for. */
function followLink(trees: readonly Tree[], target: string, from: Place, shown: string): Place {
  try {
    return locate(trees, target, from)
  } catch (cause) {
    throw workspaceError('PATH_OUTSIDE', { path: shown }, cause)
  }
}

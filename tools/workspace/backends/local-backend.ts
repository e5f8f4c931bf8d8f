import type { ExecOps, SearchOps, ToolBackend } from '../backend.ts'
import { workspaceError } from '../workspace-errors.ts'
import type { Tree } from './tree.ts'
import { createTreeFileOps } from './tree-file-ops.ts'

/** What a local backend needs of the machine. */
export interface LocalPorts {
  /** Open a folder as a tree. @throws ToolError ROOT_INVALID */
  openTree(path: string): Tree
  /** The absolute path without links of what may not exist yet. */
  resolvePath(path: string): string
  /** Identity of what stands at a path now, as nodes of its trees have it; undefined for nothing. */
  identify(path: string): string | undefined
  /** Run commands with a folder as their working folder. */
  createExec(folder: string): ExecOps
  /** Search below a folder; undefined where there is nothing to do it with. */
  createSearch(folder: string): SearchOps | undefined
}

/** Where a local backend works. */
export interface LocalOptions {
  /** Absolute path of the working folder. */
  readonly root: string
  /** Absolute paths of other folders that are open. */
  readonly allow?: readonly string[]
  /** Files of the agent itself: keystores, the store with all that lies beside it. */
  readonly protects: readonly string[]
  readonly name?: string
}

const isWithin = (folder: string, path: string) =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)

/**
 * Create the backend of this machine.
 *
 * A file of the agent is refused when the backend is created, where it lies within a folder that is to be open, and at
 * each access by its identity, under whatever name it is reached (a hard link, a mount).
 *
 * @throws ToolError ROOT_INVALID, ROOT_HOLDS_SECRETS
 */
export function createLocalBackend(
  { root, allow = [], protects, name = 'local' }: LocalOptions,
  ports: LocalPorts,
): ToolBackend {
  const trees = [root, ...allow].map((path) => ports.openTree(path))
  for (const path of protects) {
    const real = ports.resolvePath(path)
    const holder = trees.find((tree) => isWithin(tree.path, real) || isWithin(real, tree.path))
    if (holder) {
      for (const tree of trees) tree.close()
      throw workspaceError('ROOT_HOLDS_SECRETS', { path, root: holder.givenPath })
    }
  }
  const identify = () => protects.flatMap((path) => ports.identify(path) ?? [])
  const atStart = new Set(identify())
  const [working] = trees as [Tree]
  const search = ports.createSearch(working.path)
  return {
    name,
    machine: 'own',
    file: createTreeFileOps(
      trees,
      ({ id, kind }) => id !== undefined && kind !== 'link' && (atStart.has(id) || identify().includes(id)),
    ),
    exec: ports.createExec(working.path),
    ...(search ? { search } : {}),
    close: async () => {
      for (const tree of trees) tree.close()
    },
  }
}

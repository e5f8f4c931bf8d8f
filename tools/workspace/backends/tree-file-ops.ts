import type { FileOps } from '../backend.ts'
import { workspaceError } from '../workspace-errors.ts'
import { AccessDenied, type Admit, type Tree, type TreeNode } from './tree.ts'
import { type Arrival, type WalkOptions, walk } from './walk.ts'

/** Permission bits of a new file. */
const NEW_FILE_MODE = 0o644

const CREATING = { createFolders: true }

/** Order texts by their code units. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Tell whether a name, as it was decoded, names what it was read from: not where its bytes are no UTF-8. */
export const isListable = (name: string): boolean => !name.includes('\ufffd')

/**
 * Create the files of a workspace from the trees that are open; paths are relative to the first.
 *
 * @param isProtected - tells of a node, as it was opened, whether no tool may touch it
 */
export function createTreeFileOps(
  trees: readonly Tree[],
  isProtected: (node: TreeNode) => boolean = () => false,
): FileOps {
  const admitFor =
    (path: string): Admit =>
    (node) => {
      if (isProtected(node)) throw workspaceError('PATH_PROTECTED', { path: JSON.stringify(path) })
    }
  const at = async <T>(
    path: string,
    signal: AbortSignal | undefined,
    body: (arrival: Arrival, admit: Admit) => Promise<T>,
    how: Omit<WalkOptions, 'admit'> = {},
  ) => {
    const admit = admitFor(path)
    signal?.throwIfAborted()
    try {
      return await walk(trees, path, { admit, ...how }, (arrival) => {
        signal?.throwIfAborted()
        return body(arrival, admit)
      })
    } catch (cause) {
      if (!(cause instanceof AccessDenied)) throw cause
      throw workspaceError('PATH_FORBIDDEN', { path: JSON.stringify(path) }, cause)
    }
  }
  const notFound = (path: string) => workspaceError('PATH_NOT_FOUND', { path: JSON.stringify(path) })
  const notFile = (path: string, node: TreeNode) =>
    workspaceError('PATH_NOT_FILE', {
      path: JSON.stringify(path),
      found: node.kind === 'other' ? 'device, pipe or socket' : node.kind,
    })

  return {
    readFile: (path, part, signal) =>
      at(path, signal, async ({ folder, name, node }, admit) => {
        if (node === undefined) throw notFound(path)
        if (name === undefined || node.kind !== 'file') throw notFile(path, node)
        const read = await folder.read(name, part, admit)
        if (read === undefined) throw notFound(path)
        return read
      }),
    writeFile: (path, bytes, signal) =>
      at(
        path,
        signal,
        async ({ folder, name, node }) => {
          if (name === undefined || (node && node.kind !== 'file')) throw notFile(path, node ?? folder.node)
          await folder.replace(name, bytes, node?.mode ?? NEW_FILE_MODE)
        },
        CREATING,
      ),
    stat: async (path, signal) => {
      try {
        return await at(
          path,
          signal,
          async ({ node }) =>
            node && { kind: kindOf(node), sizeBytes: node.kind === 'file' ? node.sizeBytes : 0 },
        )
      } catch (cause) {
        if (isMissing(cause)) return undefined
        throw cause
      }
    },
    readDir: (path, signal) =>
      at(path, signal, async ({ folder, name, node }, admit) => {
        if (node === undefined) throw notFound(path)
        const own =
          name === undefined ? folder : node.kind === 'folder' ? await folder.enter(name) : undefined
        if (own === undefined) throw workspaceError('PATH_NOT_FOLDER', { path: JSON.stringify(path) })
        try {
          admit(own.node)
          const entries = await own.list()
          return entries
            .filter(({ name: each }) => isListable(each))
            .toSorted((a, b) => byCodeUnits(a.name, b.name))
        } finally {
          if (own !== folder) await own.close()
        }
      }),
    mkdirAll: (path, signal) =>
      at(
        path,
        signal,
        async ({ folder, name, node }) => {
          if (node && node.kind !== 'folder') {
            throw workspaceError('PATH_NOT_FOLDER', { path: JSON.stringify(path) })
          }
          if (node === undefined && name !== undefined) await folder.makeFolder(name)
        },
        CREATING,
      ),
    remove: (path, signal) =>
      at(
        path,
        signal,
        async ({ folder, name, node }) => {
          if (node === undefined) throw notFound(path)
          if (name === undefined) throw notFile(path, node)
          if (node.kind !== 'folder') await folder.removeFile(name)
          else if (!(await folder.removeFolder(name))) {
            throw workspaceError('PATH_NOT_EMPTY', { path: JSON.stringify(path) })
          }
        },
        { keepLastLink: true },
      ),
  }
}

/** The kind of what a walk ends at, which is no link. */
const kindOf = ({ kind }: TreeNode) => (kind === 'link' ? 'other' : kind)

const isMissing = (cause: unknown) => {
  const { code } = cause as { readonly code?: unknown }
  return code === 'PATH_NOT_FOUND' || code === 'PATH_NOT_FOLDER'
}

import type { ToolBackend } from '../backend.ts'
import { workspaceError } from '../workspace-errors.ts'
import type { Folder, Tree, TreeNode } from './tree.ts'
import { createTreeFileOps } from './tree-file-ops.ts'

type MemoryNode =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }
  | MemoryFolder

interface MemoryFolder {
  readonly kind: 'folder'
  readonly members: Map<string, MemoryNode>
}

/** A backend in memory, with what no file operation can do. */
export interface MemoryBackend extends ToolBackend {
  /** Put a link into a folder that exists, by the names that lead to it. */
  link(names: readonly string[], target: string): void
}

const MODE = 0o755

const describe = (node: MemoryNode): TreeNode => ({
  kind: node.kind,
  sizeBytes: node.kind === 'file' ? node.bytes.length : 0,
  mode: node.kind === 'file' ? node.mode : MODE,
})

function openFolder(own: MemoryFolder): Folder {
  const { members } = own
  return {
    node: describe(own),
    async look(name) {
      const node = members.get(name)
      return node && describe(node)
    },
    async enter(name) {
      const node = members.get(name)
      return node?.kind === 'folder' ? openFolder(node) : undefined
    },
    async readLink(name) {
      const node = members.get(name)
      return node?.kind === 'link' ? node.target : ''
    },
    list: async () => [...members].map(([name, { kind }]) => ({ name, kind })),
    async read(name, { from, most }, admit) {
      const node = members.get(name)
      if (node?.kind !== 'file') return undefined
      admit(describe(node))
      return { bytes: node.bytes.slice(from, from + most), sizeBytes: node.bytes.length }
    },
    async replace(name, bytes, mode) {
      members.set(name, { kind: 'file', bytes: bytes.slice(), mode })
    },
    async makeFolder(name) {
      if (!members.has(name)) members.set(name, { kind: 'folder', members: new Map() })
    },
    async removeFile(name) {
      members.delete(name)
    },
    async removeFolder(name) {
      const node = members.get(name)
      if (node?.kind === 'folder' && node.members.size > 0) return false
      members.delete(name)
      return true
    },
    close: async () => undefined,
  }
}

/** Create a backend whose files are in memory alone, and which runs no commands. */
export function createMemoryBackend({
  name = 'memory',
  path = '/workspace',
  others = [],
}: {
  readonly name?: string
  /** Absolute path of the working folder, and of other folders that are open. */
  readonly path?: string
  readonly others?: readonly string[]
} = {}): MemoryBackend {
  const root: MemoryFolder = { kind: 'folder', members: new Map() }
  const treeAt = (at: string, folder: MemoryFolder): Tree => ({
    path: at,
    givenPath: at,
    open: async () => openFolder(folder),
    close: () => undefined,
  })
  const trees = [
    treeAt(path, root),
    ...others.map((other) => treeAt(other, { kind: 'folder', members: new Map() })),
  ]
  return {
    name,
    machine: 'other',
    file: createTreeFileOps(trees),
    exec: {
      run: async () => {
        throw workspaceError('EXEC_UNSUPPORTED', { backend: name })
      },
    },
    close: async () => undefined,
    link(names, target) {
      let folder = root
      for (const part of names.slice(0, -1)) folder = folder.members.get(part) as MemoryFolder
      folder.members.set(names.at(-1) ?? '', { kind: 'link', target })
    },
  }
}

import type { ToolBackend } from '../backend.ts'
import { workspaceError } from '../workspace-errors.ts'
import { AccessDenied, type Folder, type Tree, type TreeNode } from './tree.ts'
import { createTreeFileOps } from './tree-file-ops.ts'

type MemoryNode =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }
  | MemoryFolder

interface MemoryFolder {
  readonly kind: 'folder'
  readonly mode: number
  readonly members: Map<string, MemoryNode>
}

/** A backend in memory, with what no file operation can do. */
export interface MemoryBackend extends ToolBackend {
  /** Put a link into a folder that exists, by the names that lead to it. */
  link(names: readonly string[], target: string): void
  /** Set the permission bits of a file or folder that exists, by the names that lead to it; those of its owner are kept to. */
  setMode(names: readonly string[], mode: number): void
}

const MODE = 0o755

/** Permission bits of an owner (POSIX.1, 4.5). */
const READ = 0o400
const WRITE = 0o200
const SEARCH = 0o100

function assertMode(mode: number, needed: number): void {
  if ((mode & needed) !== needed)
    throw new AccessDenied(`mode ${mode.toString(8)}, expected ${needed.toString(8)}`)
}

const describe = (node: MemoryNode): TreeNode => ({
  kind: node.kind,
  sizeBytes: node.kind === 'file' ? node.bytes.length : 0,
  mode: node.kind === 'link' ? MODE : node.mode,
})

function openFolder(own: MemoryFolder): Folder {
  const membersFor = (needed: number) => {
    assertMode(own.mode, needed)
    return own.members
  }
  return {
    node: describe(own),
    async look(name) {
      const node = membersFor(SEARCH).get(name)
      return node && describe(node)
    },
    async enter(name) {
      const node = membersFor(SEARCH).get(name)
      return node?.kind === 'folder' ? openFolder(node) : undefined
    },
    async readLink(name) {
      const node = membersFor(SEARCH).get(name)
      return node?.kind === 'link' ? node.target : ''
    },
    list: async () => [...membersFor(READ | SEARCH)].map(([name, { kind }]) => ({ name, kind })),
    async read(name, { from, most }, admit) {
      const node = membersFor(SEARCH).get(name)
      if (node?.kind !== 'file') return undefined
      assertMode(node.mode, READ)
      admit(describe(node))
      return { bytes: node.bytes.slice(from, from + most), sizeBytes: node.bytes.length }
    },
    async replace(name, bytes, mode) {
      membersFor(WRITE | SEARCH).set(name, { kind: 'file', bytes: bytes.slice(), mode })
    },
    async makeFolder(name) {
      if (membersFor(SEARCH).has(name)) return
      membersFor(WRITE | SEARCH).set(name, { kind: 'folder', mode: MODE, members: new Map() })
    },
    async removeFile(name) {
      membersFor(WRITE | SEARCH).delete(name)
    },
    async removeFolder(name) {
      const members = membersFor(WRITE | SEARCH)
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
  const newFolder = (): MemoryFolder => ({ kind: 'folder', mode: MODE, members: new Map() })
  const root = newFolder()
  const treeAt = (at: string, folder: MemoryFolder): Tree => ({
    path: at,
    givenPath: at,
    open: async () => openFolder(folder),
    close: () => undefined,
  })
  const trees = [treeAt(path, root), ...others.map((other) => treeAt(other, newFolder()))]
  const membersAbove = (names: readonly string[]) => {
    let folder = root
    for (const part of names.slice(0, -1)) folder = folder.members.get(part) as MemoryFolder
    return folder.members
  }
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
      membersAbove(names).set(names.at(-1) ?? '', { kind: 'link', target })
    },
    setMode(names, mode) {
      const members = membersAbove(names)
      const name = names.at(-1) ?? ''
      members.set(name, { ...(members.get(name) as MemoryFolder), mode })
    },
  }
}

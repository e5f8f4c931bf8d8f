import { closeSync, constants, fstatSync, openSync, realpathSync, type Stats, statSync } from 'node:fs'
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rmdir,
  unlink,
} from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { ToolError } from '../../tools/core/errors.ts'
import { AccessDenied, type Folder, type Tree, type TreeNode } from '../../tools/workspace/backends/tree.ts'
import { workspaceError } from '../../tools/workspace/workspace-errors.ts'

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Opens a folder as a place alone, which takes no right to list it (`asm-generic/fcntl.h` of Linux; Node does not name it). */
const O_PATH = 0o10000000

const idOf = ({ dev, ino }: { readonly dev: number | bigint; readonly ino: number | bigint }) =>
  `${dev}:${ino}`

const describe = (stats: Stats): TreeNode => ({
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other',
  sizeBytes: stats.size,
  mode: stats.mode & 0o777,
  id: idOf(stats),
})

const isCode = (cause: unknown, ...codes: readonly string[]) =>
  codes.includes(String((cause as { readonly code?: unknown }).code))

/** Turn what the system says of a missing thing into a value; everything else is an error of the backend. */
async function unless<T, F>(codes: readonly string[], fallback: F, body: () => Promise<T>): Promise<T | F> {
  try {
    return await body()
  } catch (cause) {
    if (isCode(cause, ...codes)) return fallback
    throw fail(cause)
  }
}

const GONE = ['ENOENT', 'ENOTDIR', 'ELOOP']
const DENIED = ['EACCES', 'EPERM']

const fail = (cause: unknown) => {
  if (cause instanceof ToolError) return cause
  if (isCode(cause, ...DENIED)) return new AccessDenied(String(cause), { cause })
  const { code, syscall } = cause as { readonly code?: string; readonly syscall?: string }
  // The path in Node's message is that of a descriptor, which says nothing to the caller.
  return workspaceError('BACKEND_FAILED', { backend: 'local', reason: `${syscall}: ${code}` }, cause)
}

/** Number of the next name under which a file is written before it takes its place. */
let written = 0

/**
 * Open the folder that a descriptor stands for. Names are looked up from the descriptor (Linux shows it below
 * `/proc/self/fd`), so that no folder above it can be exchanged for a link between a check and a use.
 */
async function openFolder(handle: FileHandle): Promise<Folder> {
  const node = describe(await handle.stat())
  const at = (name: string) => `/proc/self/fd/${handle.fd}/${name}`
  return {
    node,
    look: (name) => unless(GONE, undefined, async () => describe(await lstat(at(name)))),
    enter: (name) =>
      unless(GONE, undefined, async () =>
        openFolder(await open(at(name), O_PATH | O_DIRECTORY | O_NOFOLLOW)),
      ),
    readLink: (name) => unless([], '', () => readlink(at(name))),
    list: () =>
      unless([], [], async () => {
        const entries = await readdir(at('.'), { withFileTypes: true })
        return entries.map((entry) => ({
          name: entry.name,
          kind: entry.isFile()
            ? ('file' as const)
            : entry.isDirectory()
              ? ('folder' as const)
              : entry.isSymbolicLink()
                ? ('link' as const)
                : ('other' as const),
        }))
      }),
    read: (name, { from, most }, admit) =>
      unless(GONE, undefined, async () => {
        // A pipe that nobody writes to would hold up who opens it.
        await using file = await open(at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        const own = describe(await file.stat())
        if (own.kind !== 'file') return undefined
        admit(own)
        const size = Math.max(0, Math.min(most, own.sizeBytes - from))
        const bytes = Buffer.alloc(size)
        let filled = 0
        while (filled < size) {
          const { bytesRead } = await file.read(bytes, filled, size - filled, from + filled)
          if (bytesRead === 0) break
          filled += bytesRead
        }
        return { bytes: bytes.subarray(0, filled), sizeBytes: own.sizeBytes }
      }),
    replace: (name, bytes, mode) =>
      unless([], undefined, async () => {
        const { path, file } = await createBeside(at, mode)
        try {
          await file.writeFile(bytes)
          await file.chmod(mode)
          await file.close()
          await rename(path, at(name))
        } catch (cause) {
          await file.close().catch(() => undefined)
          await unlink(path)
          throw cause
        }
      }),
    makeFolder: (name) => unless(['EEXIST'], undefined, () => mkdir(at(name))),
    removeFile: (name) => unless(GONE, undefined, () => unlink(at(name))),
    removeFolder: (name) =>
      unless(['ENOTEMPTY', 'EEXIST'], false, async () => {
        await rmdir(at(name))
        return true
      }),
    close: () => handle.close(),
  }
}

/** Create a file under a name that nothing has. */
async function createBeside(at: (name: string) => string, mode: number) {
  for (;;) {
    written += 1
    const path = at(`.assay-write-${process.pid}-${written}`)
    try {
      return { path, file: await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode) }
    } catch (cause) {
      if (!isCode(cause, 'EEXIST')) throw cause
    }
  }
}

/**
 * Open a folder of this machine as a tree (Linux alone shows descriptors as this needs it).
 *
 * @throws ToolError ROOT_INVALID
 */
export function openLocalTree(givenPath: string): Tree {
  const refuse = (problem: string, cause?: unknown) =>
    workspaceError('ROOT_INVALID', { path: givenPath, problem }, cause)
  if (process.platform !== 'linux') throw refuse('can be confined on Linux alone')
  if (!isAbsolute(givenPath)) throw refuse('is no absolute path')
  let path: string
  try {
    path = realpathSync(givenPath)
  } catch (cause) {
    throw refuse(isCode(cause, ...DENIED) ? 'is closed to the user of this process' : 'does not exist', cause)
  }
  if (!statSync(path).isDirectory()) throw refuse('is no folder')
  // Held open, so that another folder in its place is not taken for it.
  const root = openSync(path, O_PATH | O_DIRECTORY | O_NOFOLLOW)
  const id = idOf(fstatSync(root))
  let isOpen = true
  const closed = () => workspaceError('BACKEND_DISCONNECTED', { backend: 'local', reason: 'it was closed' })
  return {
    path,
    givenPath,
    async open() {
      if (!isOpen) throw closed()
      try {
        const folder = await openFolder(await open(`/proc/self/fd/${root}/.`, O_PATH | O_DIRECTORY))
        if (folder.node.id === id) return folder
        // Closed meanwhile: its number is that of another folder now.
        await folder.close()
        throw closed()
      } catch (cause) {
        throw fail(cause)
      }
    },
    close() {
      if (isOpen) closeSync(root)
      isOpen = false
    },
  }
}

/** Resolve the links of a path, of which the end may not exist yet. */
export function resolveLocalPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (cause) {
    if (!isCode(cause, 'ENOENT') || dirname(path) === path) throw cause
    return join(resolveLocalPath(dirname(path)), basename(path))
  }
}

/** Identify what stands at a path: a link stands for what it leads to. */
export function identifyLocalPath(path: string): string | undefined {
  try {
    return idOf(statSync(path))
  } catch (cause) {
    if (isCode(cause, 'ENOENT', 'ENOTDIR')) return undefined
    throw cause
  }
}

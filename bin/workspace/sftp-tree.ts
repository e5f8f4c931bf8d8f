import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { promisify } from 'node:util'
import type { SFTPWrapper, Stats } from 'ssh2'
import { AccessDenied, type Folder, type Tree, type TreeNode } from '../../tools/workspace/backends/tree.ts'
import { workspaceError } from '../../tools/workspace/workspace-errors.ts'

/** What a server says of something that is not there (SSH_FX_NO_SUCH_FILE). */
const NO_SUCH_FILE = 2

/** What it says where its user has no right (SSH_FX_PERMISSION_DENIED). */
const PERMISSION_DENIED = 3

/** Most bytes in one request: every server takes as much. */
const CHUNK_BYTES = 32 * 1_024

const describe = (stats: Stats): TreeNode => ({
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other',
  sizeBytes: stats.size,
  mode: stats.mode & 0o777,
})

const isStatus = (cause: unknown, status: number) => (cause as { readonly code?: unknown }).code === status

/** Make a promise of a request. */
function ask<A extends readonly unknown[], T = void>(request: (...args: never[]) => unknown) {
  const plain = promisify(request as (...args: unknown[]) => void) as (...args: A) => Promise<T>
  return async (...args: A): Promise<T> => {
    try {
      return await plain(...args)
    } catch (cause) {
      throw isStatus(cause, PERMISSION_DENIED) ? new AccessDenied(String(cause), { cause }) : cause
    }
  }
}

async function unlessMissing<T>(body: () => Promise<T>): Promise<T | undefined> {
  try {
    return await body()
  } catch (cause) {
    if (isStatus(cause, NO_SUCH_FILE)) return undefined
    throw cause
  }
}

/** The requests that are used, as promises. */
function promise(sftp: SFTPWrapper) {
  const readChunk = (handle: Buffer, bytes: Buffer, at: number, length: number, position: number) =>
    new Promise<number>((resolve, reject) =>
      sftp.read(handle, bytes, at, length, position, (error, count) =>
        error ? reject(error) : resolve(count),
      ),
    )
  return {
    lstat: ask<[string], Stats>(sftp.lstat.bind(sftp)),
    fstat: ask<[Buffer], Stats>(sftp.fstat.bind(sftp)),
    realpath: ask<[string], string>(sftp.realpath.bind(sftp)),
    readlink: ask<[string], string>(sftp.readlink.bind(sftp)),
    readdir: ask<[string], { filename: string; attrs: { mode: number } }[]>(sftp.readdir.bind(sftp)),
    mkdir: ask<[string]>(sftp.mkdir.bind(sftp)),
    rmdir: ask<[string]>(sftp.rmdir.bind(sftp)),
    unlink: ask<[string]>(sftp.unlink.bind(sftp)),
    rename: ask<[string, string]>(sftp.rename.bind(sftp)),
    replace: ask<[string, string]>(sftp.ext_openssh_rename.bind(sftp)),
    open: ask<[string, string, number], Buffer>(sftp.open.bind(sftp)),
    chmod: ask<[Buffer, number]>(sftp.fchmod.bind(sftp)),
    close: ask<[Buffer]>(sftp.close.bind(sftp)),
    write: ask<[Buffer, Buffer, number, number, number]>(sftp.write.bind(sftp)),
    readChunk,
  }
}

type Requests = ReturnType<typeof promise>

const KINDS: Readonly<Record<number, TreeNode['kind']>> = {
  [constants.S_IFREG]: 'file',
  [constants.S_IFDIR]: 'folder',
  [constants.S_IFLNK]: 'link',
}

function openFolder(requests: Requests, path: string, node: TreeNode): Folder {
  const at = (name: string) => (path === '/' ? `/${name}` : `${path}/${name}`)
  const look = (name: string) => unlessMissing(async () => describe(await requests.lstat(at(name))))
  const list = async () =>
    (await readEntries(requests, path)).map(({ filename, attrs }) => ({
      name: filename,
      kind: KINDS[attrs.mode & constants.S_IFMT] ?? ('other' as const),
    }))
  return {
    node,
    look,
    async enter(name) {
      const found = await look(name)
      return found?.kind === 'folder' ? openFolder(requests, at(name), found) : undefined
    },
    readLink: (name) => requests.readlink(at(name)),
    list,
    read: (name, part, admit) =>
      unlessMissing(async () => {
        const handle = await requests.open(at(name), 'r', 0)
        try {
          const own = describe(await requests.fstat(handle))
          if (own.kind !== 'file') return undefined
          admit(own)
          return { bytes: await readPart(requests, handle, part, own.sizeBytes), sizeBytes: own.sizeBytes }
        } finally {
          await requests.close(handle)
        }
      }),
    async replace(name, bytes, mode) {
      const temporary = at(`.assay-write-${randomUUID()}`)
      const handle = await requests.open(temporary, 'wx', mode)
      try {
        try {
          const content = Buffer.from(bytes)
          for (let from = 0; from < content.length; from += CHUNK_BYTES) {
            await requests.write(handle, content, from, Math.min(CHUNK_BYTES, content.length - from), from)
          }
          await requests.chmod(handle, mode)
        } finally {
          await requests.close(handle)
        }
        await putInPlace(requests, temporary, at(name))
      } catch (cause) {
        await unlessMissing(() => requests.unlink(temporary))
        throw cause
      }
    },
    async makeFolder(name) {
      try {
        await requests.mkdir(at(name))
      } catch (cause) {
        // SFTP does not say why.
        if ((await look(name)) === undefined) throw cause
      }
    },
    removeFile: async (name) => void (await unlessMissing(() => requests.unlink(at(name)))),
    async removeFolder(name) {
      try {
        await requests.rmdir(at(name))
        return true
      } catch (cause) {
        // SFTP does not say why; of what may not be listed, one thing is known: it may be removed, and was not.
        if (cause instanceof AccessDenied || (await isEmpty(requests, at(name)))) throw cause
        return false
      }
    },
    close: async () => undefined,
  }
}

/** @throws AccessDenied for a folder of which a server would leave out of its list what it may not look at */
async function readEntries(requests: Requests, path: string) {
  const [entries] = await Promise.all([requests.readdir(path), requests.lstat(`${path}/.`)])
  return entries.filter(({ filename }) => filename !== '.' && filename !== '..')
}

async function isEmpty(requests: Requests, path: string): Promise<boolean> {
  try {
    return (await readEntries(requests, path)).length === 0
  } catch (cause) {
    if (cause instanceof AccessDenied) return false
    throw cause
  }
}

async function readPart(
  requests: Requests,
  handle: Buffer,
  { from, most }: { readonly from: number; readonly most: number },
  sizeBytes: number,
): Promise<Uint8Array> {
  const bytes = Buffer.alloc(Math.max(0, Math.min(most, sizeBytes - from)))
  let filled = 0
  while (filled < bytes.length) {
    const length = Math.min(CHUNK_BYTES, bytes.length - filled)
    const count = await requests.readChunk(handle, bytes, filled, length, from + filled)
    if (count === 0) break
    filled += count
  }
  return bytes.subarray(0, filled)
}

/**
 * Give a file the name of another: at once where the server knows OpenSSH's `posix-rename`; on others the old file is
 * removed first.
 */
async function putInPlace(requests: Requests, from: string, to: string): Promise<void> {
  try {
    await requests.replace(from, to)
  } catch (cause) {
    if (!/does not support this extended request/.test((cause as Error).message)) throw cause
    await unlessMissing(() => requests.unlink(to))
    await requests.rename(from, to)
  }
}

/**
 * Open a folder of a host as a tree.
 *
 * @throws ToolError ROOT_INVALID
 */
export async function openSftpTree(sftp: SFTPWrapper, givenPath: string): Promise<Tree> {
  const requests = promise(sftp)
  const refuse = (problem: string, cause?: unknown) =>
    workspaceError('ROOT_INVALID', { path: givenPath, problem }, cause)
  if (!givenPath.startsWith('/')) throw refuse('is no absolute path')
  const lookUp = async <T>(body: () => Promise<T>) => {
    try {
      return await unlessMissing(body)
    } catch (cause) {
      if (cause instanceof AccessDenied) throw refuse('is closed to the user who logs in', cause)
      throw cause
    }
  }
  const path = await lookUp(() => requests.realpath(givenPath))
  const stats = path === undefined ? undefined : await lookUp(() => requests.lstat(path))
  if (path === undefined || stats === undefined) throw refuse('does not exist')
  if (!stats.isDirectory()) throw refuse('is no folder')
  return {
    path,
    givenPath,
    open: async () => openFolder(requests, path, describe(await requests.lstat(path))),
    close: () => undefined,
  }
}

import { constants, realpathSync, statSync } from 'node:fs'
import { type FileHandle, open as openFile, readlink, realpath } from 'node:fs/promises'
import { basename, isAbsolute, relative } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import type { MediaFiles, OpenedFile } from '../../tools/gateway/plugins/send-media.ts'

/** Says the same of what is elsewhere and of what is not there: nobody learns what lies outside. */
const OUTSIDE: OpenedFile = { problem: 'is no file below an allowed folder' }

/**
 * Give access to the files below some folders.
 *
 * @param open - opens a file as Node does
 * @throws Error that names what is no folder
 */
export function createMediaFiles(folders: readonly string[], open: typeof openFile = openFile): MediaFiles {
  const roots = folders.map((folder) => {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder)
    throw new Error(`${folder}, of "folders" under [media], is no folder`)
  })
  const isBelow = (path: string) => roots.some((root) => isInside(relative(root, path)))
  return {
    async open(path, mostBytes) {
      if (!isAbsolute(path) || path.includes('\0')) return OUTSIDE
      const real = await realpath(path).catch(() => undefined)
      if (real === undefined || !isBelow(real)) return OUTSIDE
      // Without following a link at its end, and without waiting for the other end of a pipe.
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
      const file = await open(real, flags).catch(() => undefined)
      if (file === undefined) return OUTSIDE
      try {
        if (!isBelow(await findPath(file))) return OUTSIDE
        return await read(file, basename(real), mostBytes)
      } catch {
        // It went away while it was looked at.
        return OUTSIDE
      } finally {
        await file.close()
      }
    },
    async detectType(bytes) {
      return (await fileTypeFromBuffer(bytes))?.mime
    },
  }
}

const isInside = (path: string) =>
  path !== '' && path !== '..' && !path.startsWith('../') && !isAbsolute(path)

/**
 * Find where what was opened lies: folders on its path may be swapped for links and back again at any moment, which
 * changes nothing of the descriptor. Linux alone shows it; elsewhere this throws, and nothing is sent.
 */
const findPath = (file: FileHandle) => readlink(`/proc/self/fd/${file.fd}`)

async function read(file: FileHandle, name: string, mostBytes: number): Promise<OpenedFile> {
  const { size, nlink } = await file.stat().then((found) => (found.isFile() ? found : { size: 0, nlink: 0 }))
  // A second name may stand for a file from elsewhere.
  if (nlink !== 1) return { problem: 'is no file of its own (a folder, a device, or a hard link)' }
  if (size > mostBytes) return { name, sizeBytes: size }
  const bytes = new Uint8Array(size + 1)
  let length = 0
  for (let more = 1; more > 0 && length <= size; length += more) {
    more = (await file.read(bytes, length, bytes.length - length)).bytesRead
  }
  return length === size ? { name, bytes: bytes.subarray(0, size) } : { problem: 'changed while it was read' }
}

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { makeFolder } from './make-folder.ts'

/**
 * Write a file at once, with its folder: readers see the old file or the new one, never a part.
 *
 * What a link leads to is written, and what is there and is no file (a device, a pipe) is written to.
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) writeFileSync(path, content)
    else replace(followLinks(path), content)
  } catch (error) {
    // A disk that is full names no file.
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}

function replace(path: string, content: string | Uint8Array): void {
  makeFolder(dirname(path))
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = openSync(temporary, 'wx')
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Where links lead, whether anything is there or not; a path that is none is answered as it is. */
export const followLinks = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    ? followLinks(resolve(realpathSync(dirname(path)), readlinkSync(path)))
    : path

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
import { HarnessError } from './errors.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Write a file at once, with its folder: readers see the old file or the new one, never a part.
 *
 * What a link leads to is written, and what is there and is no file (a device, a pipe) is written to.
 *
 * @throws HarnessError OUTPUT_UNWRITABLE
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) writeFileSync(path, content)
    else replace(followLinks(path), content)
  } catch (cause) {
    // A disk that is full names no file.
    throw explainUnwritable(path, cause as Error)
  }
}

/** Say that something cannot be written, and what the file system says. */
export const explainUnwritable = (where: string, cause: Error): HarnessError =>
  new HarnessError('OUTPUT_UNWRITABLE', 'something cannot be written', {
    where,
    expected: 'a place that can be written, with space left',
    found: cause.message,
    hint: 'free some space, change the permissions, or name other folders with --state-dir and --out; `assay doctor` checks them',
    cause,
  })

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

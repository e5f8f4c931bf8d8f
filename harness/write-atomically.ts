import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
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

/** How drafts are called: nothing else is, and with any name of a file in theirs they would be longer than a name may be. */
const DRAFT = /^\.assay-[0-9a-f-]{36}\.tmp$/

/** Nothing is written for so long. */
const LONGEST_DRAFT_MS = 3_600_000

function replace(path: string, content: string | Uint8Array): void {
  const folder = dirname(path)
  makeFolder(folder)
  const draft = join(folder, `.assay-${randomUUID()}.tmp`)
  try {
    const file = openSync(draft, 'wx')
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    removeLeftovers(folder, statSync(draft).mtimeMs - LONGEST_DRAFT_MS)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Remove the drafts of processes that were killed while they wrote. */
function removeLeftovers(folder: string, beforeMs: number): void {
  try {
    for (const name of readdirSync(folder).filter((each) => DRAFT.test(each))) {
      const path = join(folder, name)
      const stats = statSync(path, { throwIfNoEntry: false })
      if (stats !== undefined && stats.mtimeMs < beforeMs) rmSync(path, { force: true })
    }
  } catch {
    // A folder may be one that is not listed, or in which others' files are not removed.
  }
}

/** Where links lead, whether anything is there or not; a path that is none is answered as it is. */
export const followLinks = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    ? followLinks(resolve(realpathSync(dirname(path)), readlinkSync(path)))
    : path

import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import { followLinks } from '../write-atomically.ts'
import { findThere } from './find-there.ts'

/**
 * Refuse a file that a recording could not be written to, before anything runs.
 *
 * @throws HarnessError OUTPUT_UNWRITABLE
 */
export function assertWritable(path: string): void {
  const folder = dirname(path)
  const problem = !existsSync(folder)
    ? `there is no folder ${folder}`
    : existsSync(path) && !statSync(path).isFile()
      ? 'something else than a file has this name'
      : undefined
  if (problem === undefined) {
    assertFileWritable(path)
    return
  }
  throw new HarnessError('OUTPUT_UNWRITABLE', 'the recording cannot be written', {
    where: path,
    expected: 'the name of a file in a folder that is there',
    found: problem,
    hint: 'make the folder, or name another file',
  })
}

/**
 * Refuse a file that a report could not be written to, before anything runs; neither it nor its folder need be there yet.
 *
 * @throws HarnessError OUTPUT_UNWRITABLE
 */
export function assertFileWritable(path: string): void {
  const isWrittenTo = statSync(path, { throwIfNoEntry: false })?.isFile() === false
  const file = followLinks(resolve(path))
  // A file is replaced, which is up to its folder; a device or a pipe is written to.
  if (isWrittenTo) assertAccess(file, path)
  else assertFolder(dirname(file), path)
}

/**
 * Refuse a folder in which no report could be written, before anything runs; it need not be there yet.
 *
 * @throws HarnessError OUTPUT_UNWRITABLE
 */
export function assertFolderWritable(folder: string): void {
  assertFolder(resolve(folder), folder)
}

function assertFolder(folder: string, where: string): void {
  const { path, stats } = findThere(folder)
  if (!stats.isDirectory()) throw unwritable(where, `${path} is no folder`)
  assertAccess(path, where)
  // Where none can be made (/proc), permissions do not tell.
  if (path !== folder) tryTo(() => rmdirSync(mkdtempSync(join(path, '.assay-'))), where)
}

const assertAccess = (path: string, where: string) => tryTo(() => accessSync(path, constants.W_OK), where)

function tryTo(attempt: () => void, where: string): void {
  try {
    attempt()
  } catch (cause) {
    throw unwritable(where, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

const unwritable = (where: string, found: string, cause?: unknown) =>
  new HarnessError('OUTPUT_UNWRITABLE', 'the reports cannot be written', {
    where,
    expected: 'a place that can be written, or made in a folder that can be',
    found,
    hint: 'change the permissions, or name another place, with --out or behind the name of the reporter',
    cause,
  })

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Make a folder and those above it that are not there.
 *
 * One by one, since `mkdirSync` with `recursive` never returns where a file system says of each new folder that it is
 * not there, as /proc does.
 *
 * @throws what the file system says when it makes no such folder
 */
export function makeFolder(path: string): void {
  const parent = dirname(path)
  if (!existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (cause) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw cause
  }
}

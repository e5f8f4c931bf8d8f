import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { HarnessError } from '../errors.ts'

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
  if (problem === undefined) return
  throw new HarnessError('OUTPUT_UNWRITABLE', 'the recording cannot be written', {
    where: path,
    expected: 'the name of a file in a folder that is there',
    found: problem,
    hint: 'make the folder, or name another file',
  })
}

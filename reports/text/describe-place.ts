import type { RecordScenario } from '../../harness/record/record.ts'
import { clip } from './clip.ts'

/** A path that is longer names no file that anybody looks for. */
const MAX_FILE_LENGTH = 300

/** Say where in a file something is: `file:line:column`, or as much of it as is known. */
export const describePlace = (
  scenario: Pick<RecordScenario, 'file'>,
  { line, column }: { readonly line: number; readonly column?: number },
): string =>
  [
    clip(scenario.file, MAX_FILE_LENGTH),
    ...(line > 0 ? [line] : []),
    ...(line > 0 && column !== undefined ? [column] : []),
  ].join(':')

import type { RecordScenario } from '../../harness/record/record.ts'

/** Say where in a file something is: `file:line:column`, or as much of it as is known. */
export const describePlace = (
  scenario: Pick<RecordScenario, 'file'>,
  { line, column }: { readonly line: number; readonly column?: number },
): string =>
  [scenario.file, ...(line > 0 ? [line] : []), ...(line > 0 && column !== undefined ? [column] : [])].join(
    ':',
  )

import type { RecordScenario } from '../../harness/record/record.ts'

/** Say where in a file something is: `file:line`, or the file alone where the line is not known. */
export const describePlace = (scenario: Pick<RecordScenario, 'file'>, line: number): string =>
  line > 0 ? `${scenario.file}:${line}` : scenario.file

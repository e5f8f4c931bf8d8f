import type { RecordJson } from '../../harness/record/record.ts'

const LINE_LENGTH = 100

/** Write JSON on one line where it is short, otherwise indented. */
export function formatJson(value: RecordJson): string {
  const line = JSON.stringify(value)
  return line.length <= LINE_LENGTH ? line : JSON.stringify(value, null, 2)
}

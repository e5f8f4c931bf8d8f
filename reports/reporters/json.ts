import type { RunRecord } from '../../harness/record/record.ts'
import type { Reporter } from '../reporter.ts'

/** Gives the record itself: what other programs and `readRecord` read. */
export const JSON_REPORTER = {
  name: 'json',
  fileName: 'run.json',
  render: (record: RunRecord) => `${JSON.stringify(record, null, 2)}\n`,
} satisfies Reporter & { fileName: string }

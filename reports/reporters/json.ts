import type { Reporter } from './reporter.ts'

/** Gives the record itself: what other programs and `readRecord` read. */
export const JSON_REPORTER: Reporter = {
  name: 'json',
  fileName: 'run.json',
  render: (record) => `${JSON.stringify(record, null, 2)}\n`,
}

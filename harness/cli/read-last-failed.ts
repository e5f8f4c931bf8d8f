import { HarnessError } from '../errors.ts'
import { readRecord } from '../record/read-record.ts'
import type { RunRecord } from '../record/record.ts'
import { findNewestRecord } from './find-run.ts'

/** What did not pass in the newest run. */
export interface LastFailed {
  readonly record: RunRecord
  readonly ids: readonly string[]
}

/**
 * Read what did not pass in the newest run of a folder of runs.
 *
 * @throws HarnessError BAD_USAGE without a run, RECORD_UNREADABLE
 */
export function readLastFailed(out: string): LastFailed {
  const path = findNewestRecord(out)
  if (path === undefined) {
    throw new HarnessError('BAD_USAGE', 'there is no run before this one', {
      where: '--last-failed',
      expected: `a run in ${out}`,
      found: 'none',
      hint: 'run without --last-failed first, or name its folder with --out',
    })
  }
  const record = readRecord(path)
  const failed = record.scenarios.filter(({ verdict }) => verdict !== 'passed')
  return { record, ids: failed.map(({ id }) => id) }
}

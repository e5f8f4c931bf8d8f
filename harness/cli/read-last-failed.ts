import { HarnessError } from '../errors.ts'
import { readRecord } from '../record/read-record.ts'
import type { RunRecord } from '../record/record.ts'
import { findNewestRecord } from './find-run.ts'
import { noneFailed } from './none-failed.ts'

/** What did not pass in the newest run. */
export interface LastFailed {
  readonly record: RunRecord
  readonly ids: readonly string[]
}

/**
 * Read what did not pass in the newest run of a folder of runs: what failed, and what was not reached.
 *
 * @throws HarnessError BAD_USAGE without a run, or where it failed and none of its scenarios did; RECORD_UNREADABLE
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
  const failed = record.scenarios.flatMap(({ id, verdict }) => (verdict === 'passed' ? [] : [id]))
  const ids = [...failed, ...(record.notRun ?? [])]
  if (ids.length === 0 && record.summary.verdict !== 'passed')
    throw noneFailed(record, path, 'run the scenarios again without --last-failed')
  return { record, ids }
}

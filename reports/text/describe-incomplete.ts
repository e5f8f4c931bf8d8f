import type { RunRecord } from '../../harness/record/record.ts'
import { formatCount } from './format-count.ts'

/** Say that a report shows a part of its run only, and why; nothing of a whole one. */
export function describeIncomplete({
  incomplete,
  summary,
}: Pick<RunRecord, 'incomplete' | 'summary'>): string {
  if (incomplete === undefined) return ''
  const [reason = ''] = incomplete.message.split('\n')
  // What was to be played once more for its traces is cut short too.
  const missing =
    summary.skipped === 0
      ? 'all scenarios ran, some may not be traced'
      : `${formatCount(summary.skipped, 'scenario')} not run`
  return `partial report, ${reason}: ${missing}`
}

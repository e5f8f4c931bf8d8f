import type { RunRecord } from '../../harness/record/record.ts'
import { formatCount } from './format-count.ts'

/** Say that a report shows a part of its run only, and why; nothing of a whole one. */
export function describeIncomplete({
  incomplete,
  summary,
}: Pick<RunRecord, 'incomplete' | 'summary'>): string {
  if (incomplete === undefined) return ''
  const [reason = ''] = incomplete.message.split('\n')
  return `partial report, ${reason}: ${formatCount(summary.skipped, 'scenario')} not run`
}

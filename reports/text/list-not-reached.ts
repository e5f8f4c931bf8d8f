import type { RunRecord } from '../../harness/record/record.ts'

/** List what a run should have played and did not reach: by id, and by number where a record has no ids of it. */
export const listNotReached = ({ summary, scenarios, notRun }: RunRecord): string[] =>
  Array.from(
    { length: Math.max(0, summary.total - scenarios.length) },
    (_, at) => notRun?.[at] ?? `not reached ${at + 1}`,
  )

import type { RecordProvenance } from '../../harness/record/record.ts'

/** Say which run was replayed, what is no longer as it was and what became of its failures, a line each; nothing of a run that is no replay. */
export const describeReplay = ({ replayOf }: Pick<RecordProvenance, 'replayOf'>): string[] =>
  replayOf === undefined
    ? []
    : [
        `replay of ${replayOf.runId}${replayOf.differences.length === 0 ? '' : ', but not of the same:'}`,
        ...replayOf.differences.map((difference) => `  ${difference}`),
        ...(replayOf.outcome === undefined
          ? []
          : [replayOf.outcome === 'differs' ? 'differs in' : replayOf.outcome]),
        ...(replayOf.differsIn ?? []).map((difference) => `  ${difference}`),
      ]

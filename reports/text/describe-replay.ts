import type { RecordProvenance } from '../../harness/record/record.ts'

/** Say which run was replayed and what is no longer as it was, a line each; nothing of a run that is no replay. */
export const describeReplay = ({ replayOf }: Pick<RecordProvenance, 'replayOf'>): string[] =>
  replayOf === undefined
    ? []
    : [
        `replay of ${replayOf.runId}${replayOf.differences.length === 0 ? '' : ', but not of the same:'}`,
        ...replayOf.differences.map((difference) => `  ${difference}`),
      ]

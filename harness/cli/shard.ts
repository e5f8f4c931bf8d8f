import { createHash } from 'node:crypto'

/** One part of a run, of which other machines run the others. */
export interface Shard {
  /** From 1. */
  readonly index: number
  readonly count: number
}

/** Whether a scenario is of a part: by its id alone, so that it stays there when others come or go. */
export const isOfShard = (id: string, { index, count }: Shard): boolean =>
  createHash('sha256').update(id).digest().readUInt32BE() % count === index - 1

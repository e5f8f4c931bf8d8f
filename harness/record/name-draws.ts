import type { RecordScenario } from './record.ts'

/** Name the draws of a cell, counting from 1: 11-20. */
export const nameDraws = ({ first, count }: NonNullable<RecordScenario['draws']>): string =>
  `${first + 1}-${first + count}`

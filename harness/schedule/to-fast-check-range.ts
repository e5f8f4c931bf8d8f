import type { DrawRange } from '../scenario/draws.ts'
import { toFastCheckSeed } from './to-fast-check-seed.ts'

/** Give fast-check's parameters for a range of the cases that a seed draws, whichever cells they are split into. */
export const toFastCheckRange = (seed: string, { first, count }: DrawRange) => ({
  seed: toFastCheckSeed(seed),
  // A path without branches is the number of the first case.
  path: String(first),
  numRuns: count,
})

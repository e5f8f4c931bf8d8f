import type { CageState } from './cage-rules.ts'

/** The mark that drawdown is measured from, and the samples that may raise it. */
export type Mark = Pick<CageState, 'mark' | 'candidate' | 'sampledAt' | 'samples'>

/** The mark rises to the least of that many samples, each some minutes to an hour after the one before. */
const SAMPLES = 7
const LEAST_GAP_SECONDS = 300
const MOST_GAP_SECONDS = 3_600

/** Raise the mark to the least of enough samples; a value that is not known changes nothing. */
export function observeMark(before: Mark, value: bigint | undefined, now: number): Mark {
  const { mark, candidate, sampledAt, samples } = before
  const begin = (from: bigint): Mark => ({ mark: from, candidate: value ?? 0n, sampledAt: now, samples: 1 })
  const none = { candidate: 0n, sampledAt: 0, samples: 0 }
  if (value === undefined) return { mark, candidate, sampledAt, samples }
  if (value <= mark) return { mark, ...none }
  if (samples === 0 || now > sampledAt + MOST_GAP_SECONDS) return begin(mark)
  const lowest = candidate < value ? candidate : value
  if (now < sampledAt + LEAST_GAP_SECONDS) return { mark, candidate: lowest, sampledAt, samples }
  if (samples + 1 < SAMPLES) return { mark, candidate: lowest, sampledAt: now, samples: samples + 1 }
  return value > lowest ? begin(lowest) : { mark: lowest, ...none }
}

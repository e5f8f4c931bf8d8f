import { countRan } from '../record/count-ran.ts'
import { drawNumber } from './draw-number.ts'
import type { FuzzOptions } from './fuzz-options.ts'
import type { FuzzState } from './fuzz-state.ts'
import { idOf, type RanCase } from './ran-case.ts'
import { takeIn } from './take-in.ts'

/** Cases whose results are taken in together: what they reach is varied from the next block on. */
export const BLOCK_CASES = 100

/** How a fuzz run ended. */
export interface FuzzEnd {
  /** With the cases behind the last complete block, if any. */
  readonly state: FuzzState
  /** Cases that the digest covers. */
  readonly digestCases: number
}

/**
 * Draw cases and run them, block by block, until the limit. Which case has which number depends on seed, property and
 * the corpus at the start alone; so does everything that is found, but for cases that a time limit or Ctrl-C cut off.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzEnd> {
  const { limit, listener, signal } = options
  let { state } = options
  const started = options.nowMs() - state.elapsedMs
  const isLate = () => 'timeMs' in limit && options.nowMs() - started >= limit.timeMs
  const runs = 'runs' in limit ? limit.runs : Number.POSITIVE_INFINITY
  while (state.next < runs && !signal.aborted && !isLate()) {
    const count = Math.min(BLOCK_CASES, runs - state.next)
    const ran = await runBlock(options, state, count, isLate)
    const isWhole = ran.length === count
    const after = await takeIn(options, state, ran, isWhole)
    const digestCases = state.next
    const next = { ...after, elapsedMs: options.nowMs() - started }
    if (!isWhole) return { state: { ...next, isComplete: isLate() }, digestCases }
    state = next
    listener.blockFinished(state)
  }
  return { state: { ...state, isComplete: !signal.aborted }, digestCases: state.next }
}

/** Run the cases of a block; answers those that ran, without gaps. */
async function runBlock(
  options: FuzzOptions,
  state: FuzzState,
  count: number,
  isLate: () => boolean,
): Promise<readonly RanCase[]> {
  const ran = await Promise.all(
    Array.from({ length: count }, async (_, offset) => {
      const number = state.next + offset
      const fuzzCase = drawNumber(options, state, number)
      const result = await options.runCase(idOf(options, number), fuzzCase)
      if (result) options.listener.caseFinished(result.record, countRan(result.record))
      if (isLate()) options.drop()
      return result && { number, fuzzCase, result }
    }),
  )
  const gap = ran.indexOf(undefined)
  return ran.slice(0, gap < 0 ? count : gap).filter((each) => each !== undefined)
}

import type { Clock } from '../../tools/core/clock.ts'

/** The stack's wall clock and tick counter under the harness' control; it moves only when told to. */
export interface HarnessClock extends Clock {
  /** Set the wall clock, milliseconds since the epoch. */
  setWallMs(wallMs: number): void
  /** Move the wall clock, backwards too. */
  moveWallMs(deltaMs: number): void
  /** Begin the next tick, or go on by several. */
  nextTick(count?: number): void
}

/** Real timers, for budgets and time-outs only; what they guard never depends on how long it took. */
export type SetTimer = Clock['setTimer']

/** Create a clock that stands still at a moment. */
export function createHarnessClock(startWallMs: number, setTimer: SetTimer): HarnessClock {
  let wallMs = startWallMs
  let tick = 1
  return {
    wallMs: () => wallMs,
    tick: () => tick,
    setTimer,
    setWallMs(next) {
      wallMs = next
    },
    moveWallMs(deltaMs) {
      wallMs += deltaMs
    },
    nextTick(count = 1) {
      tick += count
    },
  }
}

import type { SetTimer } from './clock.ts'

/** Timers over real ones, whose time can be skipped. */
export interface SkippableTimers {
  readonly setTimer: SetTimer
  /** Skip to the next timer; false where none runs. */
  fireNext(): boolean
  /** Let simulated time pass for every timer that runs. */
  elapse(ms: number): void
  /** Simulated time that has passed. */
  elapsedMs(): number
}

/** How much slower real time runs for everything that waits: on a busy machine nothing is late that does come. */
const REAL_TIME_FACTOR = 20

/** A timer of the machine that is to wait for longer waits for one millisecond. */
const LONGEST_REAL_MS = 2 ** 31 - 1

/** Create timers over real ones; one that is due while the harness is busy starts again. */
export function createSkippableTimers(setTimer: SetTimer, isBusy: () => boolean): SkippableTimers {
  let nowMs = 0
  const running = new Set<{ readonly dueMs: number; readonly fire: () => void }>()
  const inOrder = () => [...running].sort((a, b) => a.dueMs - b.dueMs)
  return {
    setTimer(delayMs, callback) {
      let cancel: () => void
      const timer = {
        dueMs: nowMs + delayMs,
        fire() {
          cancel()
          running.delete(timer)
          callback()
        },
      }
      const arm = () => {
        const realMs = Math.min(delayMs * REAL_TIME_FACTOR, LONGEST_REAL_MS)
        cancel = setTimer(realMs, () => (isBusy() ? arm() : timer.fire()))
      }
      arm()
      running.add(timer)
      return () => {
        cancel()
        running.delete(timer)
      }
    },
    fireNext() {
      const [next] = inOrder()
      if (next === undefined) return false
      nowMs = Math.max(nowMs, next.dueMs)
      next.fire()
      return true
    },
    elapse(ms) {
      nowMs += ms
      for (const timer of inOrder().filter(({ dueMs }) => dueMs <= nowMs)) timer.fire()
    },
    elapsedMs: () => nowMs,
  }
}

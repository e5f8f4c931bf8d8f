import type { Clock } from '../../tools/core/clock.ts'

/** The stack's wall clock and tick counter under the harness' control; it moves only when told to. */
export interface HarnessClock extends Clock {
  /** Set the wall clock, milliseconds since the epoch. */
  setWallMs(wallMs: number): void
  /** Move the wall clock, backwards too. */
  moveWallMs(deltaMs: number): void
  /** Begin the next tick. */
  nextTick(): void
}

/** Real timers, for budgets and time-outs only; what they guard never depends on how long it took. */
export type SetTimer = Clock['setTimer']

/** Timers that can be held up while the harness itself is busy. */
export interface HeldTimers {
  readonly setTimer: SetTimer
  /** Wait for work of the harness; a timer that is due meanwhile starts again afterwards. */
  holdTimers<T>(work: Promise<T>): Promise<T>
  /** Let the shortest timer be due as soon as everything that can go on has gone on: what it guards will not come. */
  expireShortest(): void
  /** Let simulated time pass for every timer that runs. */
  elapse(ms: number): void
}

/** Create timers over real ones, so that what the harness needs time for is nobody's time-out. */
export function createHeldTimers(setTimer: SetTimer): HeldTimers {
  let holders = 0
  const running = new Set<{ readonly delayMs: number; leftMs: number; readonly fire: () => void }>()
  return {
    setTimer(delayMs, callback) {
      let cancel: () => void
      const timer = {
        delayMs,
        leftMs: delayMs,
        fire() {
          cancel()
          running.delete(timer)
          callback()
        },
      }
      const arm = () => {
        cancel = setTimer(delayMs, () => (holders > 0 ? arm() : timer.fire()))
      }
      arm()
      running.add(timer)
      return () => {
        cancel()
        running.delete(timer)
      }
    },
    expireShortest() {
      // The timer that guards a request is set right after it was made.
      setTimer(0, () => {
        const [shortest] = [...running].sort((a, b) => a.delayMs - b.delayMs)
        shortest?.fire()
      })
    },
    elapse(ms) {
      for (const timer of running) timer.leftMs -= ms
      const due = [...running].filter(({ leftMs }) => leftMs <= 0).sort((a, b) => a.leftMs - b.leftMs)
      for (const timer of due) timer.fire()
    },
    async holdTimers(work) {
      holders += 1
      try {
        return await work
      } finally {
        holders -= 1
      }
    },
  }
}

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
    nextTick() {
      tick += 1
    },
  }
}

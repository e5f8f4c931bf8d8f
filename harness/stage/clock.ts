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

/** Timers that can be held up while the harness itself is busy, and time that passes where nothing else happens. */
export interface HeldTimers {
  readonly setTimer: SetTimer
  /** Wait for work of the harness; a timer that is due meanwhile starts again afterwards. */
  holdTimers<T>(work: Promise<T>): Promise<T>
  /** Wait for an answer that comes by itself: no time is skipped before it is there. */
  awaitAnswer<T>(answer: Promise<T>): Promise<T>
  /**
   * Tell that somebody waits for what only time can end. Once nothing else goes on, time is skipped to the next timer,
   * again and again, until the returned function is called.
   */
  beginWait(subject: string): () => void
  /** Let the next timer be due as soon as everything that can go on has gone on: what it guards will not come. */
  expireNext(): void
  /** Let simulated time pass for every timer that runs. */
  elapse(ms: number): void
  /** Simulated time that has passed. */
  elapsedMs(): number
}

/** How much slower real time runs for whoever waits: on a busy machine nothing is late that does come. */
const REAL_TIME_FACTOR = 20

/**
 * Create timers over real ones, so that what the harness needs time for is nobody's time-out, and what never comes is
 * one without anybody waiting for it.
 *
 * @param onStuck - told what is waited for when no timer can ever end the wait
 */
export function createHeldTimers(
  setTimer: SetTimer,
  onStuck: (subjects: readonly string[]) => void,
): HeldTimers {
  let holders = 0
  let answersUnderWay = 0
  let isLookingOn = false
  let nowMs = 0
  const running = new Set<{ readonly dueMs: number; readonly fire: () => void }>()
  const waits = new Set<{ readonly subject: string }>()

  const fireNext = () => {
    const [next] = [...running].sort((a, b) => a.dueMs - b.dueMs)
    if (next === undefined) return false
    nowMs = Math.max(nowMs, next.dueMs)
    next.fire()
    return true
  }
  const skipWhenIdle = () => {
    if (isLookingOn || waits.size === 0) return
    isLookingOn = true
    // What can go on without time does so first; the timer that guards a request is set right after it was made.
    setTimer(0, () => {
      isLookingOn = false
      // Whoever is busy looks again at the end.
      if (waits.size === 0 || holders + answersUnderWay > 0) return
      if (fireNext()) skipWhenIdle()
      else onStuck([...waits].map(({ subject }) => subject))
    })
  }

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
        cancel = setTimer(delayMs * REAL_TIME_FACTOR, () => (holders > 0 ? arm() : timer.fire()))
      }
      arm()
      running.add(timer)
      return () => {
        cancel()
        running.delete(timer)
      }
    },
    async awaitAnswer(answer) {
      answersUnderWay += 1
      try {
        return await answer
      } finally {
        answersUnderWay -= 1
        skipWhenIdle()
      }
    },
    beginWait(subject) {
      const wait = { subject }
      waits.add(wait)
      skipWhenIdle()
      return () => {
        waits.delete(wait)
      }
    },
    expireNext() {
      // The timer that guards a request is set right after it was made.
      setTimer(0, fireNext)
    },
    elapse(ms) {
      nowMs += ms
      const due = [...running].filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => a.dueMs - b.dueMs)
      for (const timer of due) timer.fire()
    },
    elapsedMs: () => nowMs,
    async holdTimers(work) {
      holders += 1
      try {
        return await work
      } finally {
        holders -= 1
        skipWhenIdle()
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

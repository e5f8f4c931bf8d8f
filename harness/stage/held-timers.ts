import type { SetTimer } from './clock.ts'
import { createSkippableTimers } from './skippable-timers.ts'

/** Timers that can be held up while the harness itself is busy, and time that passes where nothing else happens. */
export interface HeldTimers {
  readonly setTimer: SetTimer
  /** Wait for work of the harness; a timer that is due meanwhile starts again afterwards. */
  holdTimers<T>(work: Promise<T>): Promise<T>
  /** Wait for an answer that comes by itself: no time is skipped before it is there. */
  awaitAnswer<T>(answer: Promise<T>): Promise<T>
  /**
   * Tell that only time can end a wait. Once nothing else goes on, time is skipped to the next timer, again and again,
   * until the returned function is called.
   */
  beginWait(subject: string): () => void
  /** Let the next timer be due as soon as everything that can go on has gone on: what it guards will not come. */
  expireNext(): void
  /** Let simulated time pass for every timer that runs. */
  elapse(ms: number): void
  /** Simulated time that has passed. */
  elapsedMs(): number
}

/**
 * Create timers over real ones, so that what the harness needs time for is no time-out of the stack's, and what never
 * comes is one without any real time passing.
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
  const waits = new Set<{ readonly subject: string }>()
  const timers = createSkippableTimers(setTimer, () => holders > 0)
  const skipWhenIdle = () => {
    if (isLookingOn || waits.size === 0) return
    isLookingOn = true
    // What can go on without time does so first; the timer that guards a request is set right after it was made.
    setTimer(0, () => {
      isLookingOn = false
      // Work that is under way looks again at its end.
      if (waits.size === 0 || holders + answersUnderWay > 0) return
      if (timers.fireNext()) skipWhenIdle()
      else onStuck([...waits].map(({ subject }) => subject))
    })
  }
  return {
    setTimer: timers.setTimer,
    elapse: timers.elapse,
    elapsedMs: timers.elapsedMs,
    async holdTimers(work) {
      holders += 1
      try {
        return await work
      } finally {
        holders -= 1
        skipWhenIdle()
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
      setTimer(0, timers.fireNext)
    },
  }
}

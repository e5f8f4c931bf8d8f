import type { Clock } from '../../core/clock.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { ClockReading } from '../store/clocks.ts'
import { currentMoment } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'
import { createUnkeptAttempts, type UnkeptMemory } from './unkept-attempts.ts'

/** An attempt to act, as it stood when it was made. */
export interface Attempt {
  /** How many its tick had with it; a process that starts has made none in it. */
  readonly countInTick: number
  /** Whether it was one too many to be kept. */
  readonly isOver: boolean
  /**
   * Date it by the chain's clock, which was not read yet when it was noted, at a moment by clocks that agree. What was noted
   * by a wall clock that was ahead counts as of now: nothing else would end its window for as long.
   */
  date(mark: ClockReading): void
}

/** What the logs of an agent's chains share beside the store. */
export interface AttemptMemory {
  /** What is known of attempts that were too many to be kept; undefined until the first log is created. */
  unkept: UnkeptMemory | undefined
  /** The newest tick in which one was made, and how many were. */
  current: { readonly tick: number; readonly attempts: number }
}

/** Create what the logs of an agent's chains share. */
export const createAttemptMemory = (): AttemptMemory => ({
  unkept: undefined,
  current: { tick: -1, attempts: 0 },
})

/**
 * Counts attempts to act. As many as tell that there were too many are kept in the store; those beyond them are counted
 * in memory, and after a restart for up to windowSeconds / (maxCalls + 1) longer.
 */
export interface AttemptLog {
  /** Count an attempt. */
  note(): Attempt
  /** Number of attempts in the window of the rate limit that ends at a moment; at most one more than are allowed. */
  countAt(now: ClockReading): number
}

/** Create the log of attempts over a store. */
export function createAttemptLog(deps: {
  readonly store: Pick<
    SafetyStore,
    'addAttempt' | 'dateAttempt' | 'capAttempts' | 'attemptsAfter' | 'findMeta' | 'writeMeta'
  >
  readonly policy: Pick<SafetyPolicy, 'rateLimit'>
  readonly clock: Pick<Clock, 'wallMs' | 'tick'>
  readonly memory: AttemptMemory
}): AttemptLog {
  const { store, clock, memory } = deps
  const { maxCalls, windowSeconds } = deps.policy.rateLimit
  // One more than are allowed tells that there were too many.
  const most = maxCalls + 1
  const unkept = createUnkeptAttempts(memory, {
    store,
    start: currentMoment(store, clock.wallMs()),
    most,
    stepSeconds: Math.ceil(windowSeconds / most),
  })
  return {
    note() {
      const tick = clock.tick()
      const { current } = memory
      // A chain on which the newest tick did not begin yet adds to that one.
      memory.current =
        tick > current.tick ? { tick, attempts: 1 } : { ...current, attempts: current.attempts + 1 }
      const countInTick = memory.current.attempts
      const now = { ...currentMoment(store, clock.wallMs()) }
      // The chain's clock is not read yet: by an old reading of it the window would never end.
      const kept = store.attemptsAfter({
        wallMs: now.wallMs - windowSeconds * 1_000,
        chainSeconds: Number.MAX_SAFE_INTEGER,
      })
      const isOver = kept >= most
      let id: number | undefined
      if (isOver) unkept.add(now)
      else id = store.addAttempt(now, most)
      return {
        countInTick,
        isOver,
        date({ chainSeconds }) {
          const { wallMs } = currentMoment(store, clock.wallMs())
          store.capAttempts(wallMs)
          unkept.cap(wallMs)
          if (id === undefined) unkept.date(now, chainSeconds)
          else store.dateAttempt(id, chainSeconds)
        },
      }
    },
    countAt(now) {
      const start = {
        wallMs: now.wallMs - windowSeconds * 1_000,
        chainSeconds: now.chainSeconds - windowSeconds,
      }
      return Math.min(store.attemptsAfter(start) + unkept.countAfter(start), most)
    },
  }
}

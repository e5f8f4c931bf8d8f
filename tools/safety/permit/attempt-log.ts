import type { Clock } from '../../core/clock.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { ClockReading } from '../store/clocks.ts'
import { currentMoment } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'

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
  /** Attempts that were too many to be kept, in their order. */
  unkept: { wallMs: number; chainSeconds: number }[]
  /** The newest tick in which one was made, and how many were. */
  current: { readonly tick: number; readonly attempts: number }
}

/** Create what the logs of an agent's chains share. */
export const createAttemptMemory = (): AttemptMemory => ({ unkept: [], current: { tick: -1, attempts: 0 } })

/**
 * Counts attempts to act. As many as tell that there were too many are kept in the store; those beyond them are counted
 * in memory alone, so that asking again and again cannot fill the disk.
 */
export interface AttemptLog {
  /** Count an attempt. */
  note(): Attempt
  /** Number of attempts in the window of the rate limit that ends at a moment; at most one more than are allowed. */
  countAt(now: ClockReading): number
}

/** Create the log of attempts over a store. */
export function createAttemptLog(deps: {
  readonly store: Pick<SafetyStore, 'addAttempt' | 'dateAttempt' | 'capAttempts' | 'attemptsAfter'> &
    Parameters<typeof currentMoment>[0]
  readonly policy: Pick<SafetyPolicy, 'rateLimit'>
  readonly clock: Pick<Clock, 'wallMs' | 'tick'>
  readonly memory: AttemptMemory
}): AttemptLog {
  const { store, clock, memory } = deps
  const { maxCalls, windowSeconds } = deps.policy.rateLimit
  // One more than are allowed tells that there were too many.
  const most = maxCalls + 1
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
      if (isOver) memory.unkept = listLatest([...memory.unkept, now], most)
      else id = store.addAttempt(now, most)
      return {
        countInTick,
        isOver,
        date({ chainSeconds }) {
          const { wallMs } = currentMoment(store, clock.wallMs())
          store.capAttempts(wallMs)
          for (const at of memory.unkept) at.wallMs = Math.min(at.wallMs, wallMs)
          if (id === undefined) now.chainSeconds = chainSeconds
          else store.dateAttempt(id, chainSeconds)
        },
      }
    },
    countAt(now) {
      const [wallMs, chainSeconds] = [now.wallMs - windowSeconds * 1_000, now.chainSeconds - windowSeconds]
      const beyond = memory.unkept.filter((at) => at.wallMs > wallMs || at.chainSeconds > chainSeconds)
      return Math.min(store.attemptsAfter({ wallMs, chainSeconds }) + beyond.length, most)
    },
  }
}

/** The latest attempts by either clock, in their order: those that can ever count. */
function listLatest<At extends ClockReading>(attempts: readonly At[], most: number): At[] {
  const newestFirst = attempts.toReversed()
  const latestBy = (clock: keyof ClockReading) =>
    newestFirst.toSorted((a, b) => b[clock] - a[clock]).slice(0, most)
  const latest = new Set([...latestBy('wallMs'), ...latestBy('chainSeconds')])
  return attempts.filter((attempt) => latest.has(attempt))
}

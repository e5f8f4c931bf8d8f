import type { Clock } from '../../core/clock.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { ClockReading } from '../store/clocks.ts'
import { currentMoment } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'

/**
 * Counts attempts to act. As many as tell that there were too many are kept in the store; those beyond them are counted
 * in memory alone, so that asking again and again cannot fill the disk.
 */
export interface AttemptLog {
  /** Count an attempt. */
  note(): void
  /** Date the newest attempt by the chain's clock, which was not read yet when it was noted. */
  date(chainSeconds: number): void
  /** Number of attempts in the window of the rate limit that ends at a moment; at most one more than are allowed. */
  countAt(now: ClockReading): number
  /** Number of attempts of this tick; a process that starts has made none in it. */
  countInTick(): number
  /** Whether the newest attempt was one too many to be kept. */
  readonly isOver: boolean
}

/** Create the log of attempts over a store. */
export function createAttemptLog(deps: {
  readonly store: Pick<SafetyStore, 'addAttempt' | 'dateAttempt' | 'attemptsAfter'> &
    Parameters<typeof currentMoment>[0]
  readonly policy: Pick<SafetyPolicy, 'rateLimit'>
  readonly clock: Pick<Clock, 'wallMs' | 'tick'>
}): AttemptLog {
  const { store, clock } = deps
  const { maxCalls, windowSeconds } = deps.policy.rateLimit
  // One more than are allowed tells that there were too many.
  const most = maxCalls + 1
  let unkept: ClockReading[] = []
  let isOver = false
  let current = { tick: -1, attempts: 0 }
  const countInTick = () => (clock.tick() === current.tick ? current.attempts : 0)
  return {
    note() {
      current = { tick: clock.tick(), attempts: countInTick() + 1 }
      const now = currentMoment(store, clock.wallMs())
      // The chain's clock is not read yet: by an old reading of it the window would never end.
      const kept = store.attemptsAfter({
        wallMs: now.wallMs - windowSeconds * 1_000,
        chainSeconds: Number.MAX_SAFE_INTEGER,
      })
      isOver = kept >= most
      if (isOver) unkept = listLatest([...unkept, now], most)
      else store.addAttempt(now, most)
    },
    date(chainSeconds) {
      const newest = unkept.at(-1)
      if (isOver && newest) unkept = [...unkept.slice(0, -1), { ...newest, chainSeconds }]
      else store.dateAttempt(chainSeconds)
    },
    countAt(now) {
      const [wallMs, chainSeconds] = [now.wallMs - windowSeconds * 1_000, now.chainSeconds - windowSeconds]
      const beyond = unkept.filter((at) => at.wallMs > wallMs || at.chainSeconds > chainSeconds)
      return Math.min(store.attemptsAfter({ wallMs, chainSeconds }) + beyond.length, most)
    },
    countInTick,
    get isOver() {
      return isOver
    },
  }
}

/** The latest attempts by either clock, in their order: those that can ever count. */
function listLatest(attempts: readonly ClockReading[], most: number): ClockReading[] {
  const newestFirst = attempts.toReversed()
  const latestBy = (clock: keyof ClockReading) =>
    newestFirst.toSorted((a, b) => b[clock] - a[clock]).slice(0, most)
  const latest = new Set([...latestBy('wallMs'), ...latestBy('chainSeconds')])
  return attempts.filter((attempt) => latest.has(attempt))
}

import type { Clock } from '../../core/clock.ts'
import type { Layer } from '../../core/layers.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import { currentMoment } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'
import type { AttemptLog } from './attempt-log.ts'

/** A denial as the audit log keeps it. */
export interface Denial {
  readonly stage: string
  readonly subject: unknown
  readonly layer: Layer
  readonly code: string
}

/** Denials that have no entry of their own. */
interface Counted {
  readonly sinceWallMs: number
  readonly count: number
}

/**
 * Keeps denials in the audit log: one entry each as long as the rate limit holds. Beyond it they are counted and one
 * entry a window says how many they were, so that asking again and again cannot fill the disk. What is counted in a
 * window in which the process dies is lost.
 */
export function createDenialLog(deps: {
  readonly store: SafetyStore
  readonly attempts: Pick<AttemptLog, 'countAt'>
  readonly policy: Pick<SafetyPolicy, 'rateLimit'>
  readonly clock: Pick<Clock, 'wallMs'>
}): { note(denial: Denial): void } {
  const { store, attempts, clock } = deps
  const { maxCalls, windowSeconds } = deps.policy.rateLimit
  let counted: Counted | undefined
  return {
    note(denial) {
      const now = currentMoment(store, clock.wallMs())
      const isOver = attempts.countAt(now) > maxCalls
      // A clock that was ahead when counting began must not keep it up for as long.
      if (isOver && counted && Math.abs(now.wallMs - counted.sinceWallMs) < windowSeconds * 1_000) {
        counted = { ...counted, count: counted.count + 1 }
        return
      }
      store.transact(() => {
        if (counted && counted.count > 0) {
          const { count, sinceWallMs } = counted
          store.appendAudit('denied-more', { count, sinceWallMs })
        }
        store.appendAudit('denied', denial)
      })
      counted = isOver ? { sinceWallMs: now.wallMs, count: 0 } : undefined
    },
  }
}

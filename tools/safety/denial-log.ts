import type { Clock } from '../core/clock.ts'
import type { Layer } from '../core/layers.ts'
import { currentMoment } from './clocks.ts'
import type { SafetyPolicy } from './policy.ts'
import type { SafetyStore } from './store.ts'

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

const KEY = 'denials-counted'

/**
 * Keeps denials in the audit log: one entry each as long as the rate limit holds. Beyond it they are counted and one
 * entry a window says how many they were, so that asking again and again cannot fill the disk.
 */
export function createDenialLog(deps: {
  readonly store: SafetyStore
  readonly policy: Pick<SafetyPolicy, 'rateLimit'>
  readonly clock: Pick<Clock, 'wallMs'>
}): { note(denial: Denial): void } {
  const { store, clock } = deps
  const { maxCalls, windowSeconds } = deps.policy.rateLimit
  const read = (): Counted | undefined => {
    const kept = store.readMeta(KEY)
    return kept ? (JSON.parse(kept) as Counted) : undefined
  }
  const write = (counted: Counted | undefined) =>
    store.writeMeta(KEY, counted === undefined ? '' : JSON.stringify(counted))
  const settle = ({ count, sinceWallMs }: Counted) => {
    if (count > 0) store.appendAudit('denied-more', { count, sinceWallMs })
  }
  return {
    note(denial) {
      store.transact(() => {
        const now = currentMoment(store, clock.wallMs())
        const attempts = store.attemptsAfter({
          wallMs: now.wallMs - windowSeconds * 1_000,
          chainSeconds: now.chainSeconds - windowSeconds,
        })
        const counted = read()
        const isOver = attempts > maxCalls
        if (isOver && counted && now.wallMs - counted.sinceWallMs < windowSeconds * 1_000) {
          write({ ...counted, count: counted.count + 1 })
          return
        }
        if (counted) settle(counted)
        if (isOver || counted) write(isOver ? { sinceWallMs: now.wallMs, count: 0 } : undefined)
        store.appendAudit('denied', denial)
      })
    },
  }
}

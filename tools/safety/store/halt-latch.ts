import { ToolError } from '../../core/errors.ts'
import type { SafetyStore } from './store.ts'

const KEY = 'halt'

/** What is kept while the cage is paused and no halt holds, and once the cage was seen open after that. */
const CLEARED = ''
const OPEN = 'null'

/** Since when and why everything is stopped. */
export interface Halted {
  readonly sinceWallMs: number
  readonly reason: string
}

/**
 * The emergency latch: once set, only the owner clears it.
 *
 * It is set in memory first, so that it holds at once and whatever becomes of the store; that it is durable as well is
 * made up for as soon as the store takes it.
 */
export interface HaltLatch {
  /** When and why it was set, or undefined. */
  read(): Halted | undefined
  /** Set it in memory; setting it again changes nothing. Answers whether it was set just now. Never throws. */
  trip(reason: string, wallMs: number): boolean
  /** Make it durable when it is not yet. @throws what the store throws */
  keep(): void
  /** Deny while it is set. @throws ToolError HALTED */
  assertOpen(): void
  /** Lift it; only what the owner approved may do that. */
  clear(): void
  /** Whether a halt was lifted, or the stack paused the cage, and it was not seen open since: then nobody has to wonder. */
  leftPaused(): boolean
  /** Note that the stack is about to pause the cage without a halt. @throws what the store throws */
  notePause(): void
  /** Note that the cage was seen open. @throws what the store throws */
  noteOpen(): void
}

/** Create the latch over the store; a process has one of it, which everything that signs or sends looks at. */
export function createHaltLatch(store: SafetyStore): HaltLatch {
  const readKept = () => {
    const kept = store.findMeta(KEY)
    // What is taken out of the store lifts no halt.
    if (kept === undefined) return { sinceWallMs: 0, reason: 'the store says another than its log' }
    return kept.value ? ((JSON.parse(kept.value) as Halted | null) ?? undefined) : undefined
  }
  let tripped: Halted | undefined
  const read = () => tripped ?? readKept()
  return {
    read,
    trip(reason, wallMs) {
      if (tripped) return false
      let kept: Halted | undefined
      try {
        kept = readKept()
      } catch {
        // A store that cannot be read does not keep a halt from being set.
      }
      tripped = kept ?? { sinceWallMs: wallMs, reason }
      return kept === undefined
    },
    keep() {
      store.transact(() => {
        if (tripped === undefined || readKept() !== undefined) return
        const { reason, sinceWallMs: wallMs } = tripped
        store.writeMeta(KEY, JSON.stringify(tripped))
        store.appendAudit('halt', { reason, wallMs })
      })
    },
    assertOpen() {
      const halted = read()
      if (halted) throw new ToolError('HALTED', { since: halted.sinceWallMs })
    },
    clear() {
      store.transact(() => {
        store.appendAudit('halt-cleared', read())
        store.writeMeta(KEY, CLEARED)
      })
      // Should what surrounds it still fail, the store says that it holds.
      tripped = undefined
    },
    leftPaused: () => store.readMeta(KEY) === CLEARED,
    notePause: () => store.writeMeta(KEY, CLEARED),
    noteOpen() {
      if (store.readMeta(KEY) === CLEARED) store.writeMeta(KEY, OPEN)
    },
  }
}

import type { SafetyStore } from './store.ts'

const KEY = 'halt'

/** The durable emergency latch: once set, only the owner clears it. */
export interface HaltLatch {
  /** When and why it was set, or undefined. */
  read(): { readonly sinceWallMs: number; readonly reason: string } | undefined
  /** Set it; setting it again changes nothing. Answers whether it was set just now. */
  set(reason: string, wallMs: number): boolean
  /** Lift it; only what the owner approved may do that. */
  clear(): void
}

/** Create the latch over the store. */
export function createHaltLatch(store: SafetyStore): HaltLatch {
  const read = () => {
    // Whoever takes a halt out of the store lifts none.
    if (!store.isMetaIntact(KEY)) return { sinceWallMs: 0, reason: 'the store says another than its log' }
    const kept = store.readMeta(KEY)
    return kept ? (JSON.parse(kept) as { sinceWallMs: number; reason: string }) : undefined
  }
  return {
    read,
    set(reason, wallMs) {
      return store.transact(() => {
        if (read() !== undefined) return false
        store.writeMeta(KEY, JSON.stringify({ sinceWallMs: wallMs, reason }))
        store.appendAudit('halt', { reason, wallMs })
        return true
      })
    },
    clear() {
      store.transact(() => {
        store.appendAudit('halt-cleared', read())
        store.writeMeta(KEY, '')
      })
    },
  }
}

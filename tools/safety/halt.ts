import type { SafetyStore } from './store.ts'

const KEY = 'halt'

/** The durable emergency latch: once set, only the owner clears it. */
export interface HaltLatch {
  /** When and why it was set, or undefined. */
  read(): { readonly sinceWallMs: number; readonly reason: string } | undefined
  /** Set it; setting it again changes nothing. Answers whether it was set just now. */
  set(reason: string, wallMs: number): boolean
}

/** Create the latch over the store. */
export function createHaltLatch(store: SafetyStore): HaltLatch {
  const read = () => {
    const kept = store.readMeta(KEY)
    return kept === undefined ? undefined : (JSON.parse(kept) as { sinceWallMs: number; reason: string })
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
  }
}

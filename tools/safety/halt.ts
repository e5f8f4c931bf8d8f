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

/** Tell whether a halt is latched by what an audit log says. */
export const isHaltedBy = (kinds: readonly string[]): boolean =>
  kinds.lastIndexOf('halt') > kinds.lastIndexOf('halt-cleared')

/** Create the latch over the store. */
export function createHaltLatch(store: SafetyStore): HaltLatch {
  const read = () => {
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

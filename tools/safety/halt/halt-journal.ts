import type { SafetyStore } from '../store/store.ts'

/** Most entries that wait in memory for a store that does not take them. */
const MOST_WAITING = 1_000

/**
 * The records of a halt: nothing that it does waits for them, and what the store does not take is written as soon as it
 * does.
 */
export interface HaltJournal {
  /** Append an entry to the audit log now or later. Never throws. */
  note(kind: string, body: unknown): void
  /** Do something with the store that a halt can do without; answers whether it was done. Never throws. */
  attempt(body: () => void): boolean
  /** Write what waits. Never throws. */
  flush(): void
}

/** Create the journal over the store. */
export function createHaltJournal(store: SafetyStore): HaltJournal {
  const waiting: { readonly kind: string; readonly body: unknown }[] = []
  const attempt = (body: () => void) => {
    try {
      body()
      return true
    } catch {
      return false
    }
  }
  const flush = () => {
    let next = waiting[0]
    while (next) {
      const { kind, body } = next
      if (!attempt(() => store.appendAudit(kind, body))) return
      waiting.shift()
      next = waiting[0]
    }
  }
  return {
    note(kind, body) {
      if (waiting.length < MOST_WAITING) waiting.push({ kind, body })
      flush()
    },
    attempt,
    flush,
  }
}

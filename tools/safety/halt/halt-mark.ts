import type { SafetyStore } from '../store/store.ts'
import type { HaltJournal } from './halt-journal.ts'

/**
 * What was seen of a halt: it holds in memory at once, and as long as the store takes it after a restart. A halt is named
 * by the moment since when it holds, milliseconds.
 */
export interface HaltMark {
  /** Whether it was seen of this halt. Never throws. */
  isOf(sinceWallMs: number | undefined): boolean
  /** Note of which halt it was seen, undefined for none. Never throws. */
  note(sinceWallMs: number | undefined): void
}

/** Create the mark that the store keeps under a key. */
export function createHaltMark(
  store: Pick<SafetyStore, 'readMeta' | 'writeMeta'>,
  { attempt }: Pick<HaltJournal, 'attempt'>,
  key: string,
): HaltMark {
  let seen: string | undefined
  const readKept = () => store.readMeta(key) ?? ''
  return {
    isOf(sinceWallMs) {
      attempt(() => {
        seen ??= readKept()
      })
      return sinceWallMs !== undefined && seen === String(sinceWallMs)
    },
    note(sinceWallMs) {
      const text = String(sinceWallMs ?? '')
      seen = text
      // Asked again and again, a halt that changes nothing writes nothing.
      attempt(() => {
        if (readKept() !== text) store.writeMeta(key, text)
      })
    },
  }
}

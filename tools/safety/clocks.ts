import type { ClockReading, SafetyStore } from './store.ts'

const KEY = 'clock-high-water'

/**
 * Raise the durable high-water mark of both clocks to a reading and answer the mark.
 *
 * Everything is decided at the mark, so a clock that is set back can neither revive a permit nor shorten a
 * window.
 */
export function advanceClocks(store: SafetyStore, reading: ClockReading): ClockReading {
  const mark = readMark(store)
  const raised = {
    wallMs: Math.max(mark.wallMs, reading.wallMs),
    chainSeconds: Math.max(mark.chainSeconds, reading.chainSeconds),
  }
  if (raised.wallMs !== mark.wallMs || raised.chainSeconds !== mark.chainSeconds) {
    store.writeMeta(KEY, JSON.stringify(raised))
  }
  return raised
}

/** The moment at which things are decided when only the wall clock is at hand; nothing is stored. */
export function currentMoment(store: SafetyStore, wallMs: number): ClockReading {
  const mark = readMark(store)
  return { wallMs: Math.max(mark.wallMs, wallMs), chainSeconds: mark.chainSeconds }
}

function readMark(store: SafetyStore): ClockReading {
  const kept = store.readMeta(KEY)
  return kept === undefined ? { wallMs: 0, chainSeconds: 0 } : (JSON.parse(kept) as ClockReading)
}

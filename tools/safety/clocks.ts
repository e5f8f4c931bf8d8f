import type { ClockReading, SafetyStore } from './store.ts'

const KEY = 'clock-high-water'

type Marks = Pick<SafetyStore, 'readMeta' | 'writeMeta'>

/** Marks that were raised by what leaves nothing in the store. */
const unkept = new WeakMap<Marks, ClockReading>()

/**
 * Raise the high-water mark of both clocks to a reading and answer the mark.
 *
 * Everything is decided at the mark, so a clock that is set back can neither revive a permit nor shorten a
 * window. It is durable unless the reading is for an attempt that is denied in any case.
 */
export function advanceClocks(store: Marks, reading: ClockReading, isKept = true): ClockReading {
  const mark = readMark(store)
  const raised = latest(mark, reading)
  if (!isKept) unkept.set(store, raised)
  else if (!isSame(raised, readKept(store))) store.writeMeta(KEY, JSON.stringify(raised))
  return raised
}

/** The moment at which things are decided when only the wall clock is at hand; nothing is stored. */
export function currentMoment(store: Marks, wallMs: number): ClockReading {
  const mark = readMark(store)
  return { wallMs: Math.max(mark.wallMs, wallMs), chainSeconds: mark.chainSeconds }
}

const latest = (a: ClockReading, b: ClockReading): ClockReading => ({
  wallMs: Math.max(a.wallMs, b.wallMs),
  chainSeconds: Math.max(a.chainSeconds, b.chainSeconds),
})

const isSame = (a: ClockReading, b: ClockReading) =>
  a.wallMs === b.wallMs && a.chainSeconds === b.chainSeconds

const readMark = (store: Marks) =>
  latest(readKept(store), unkept.get(store) ?? { wallMs: 0, chainSeconds: 0 })

function readKept(store: Marks): ClockReading {
  const kept = store.readMeta(KEY)
  return kept === undefined ? { wallMs: 0, chainSeconds: 0 } : (JSON.parse(kept) as ClockReading)
}

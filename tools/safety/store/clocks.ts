import { ToolError } from '../../core/errors.ts'
import { CLOCKS_KEY } from './chain-keys.ts'
import type { SafetyStore } from './store.ts'

/** A pair of clock readings. */
export interface ClockReading {
  readonly wallMs: number
  readonly chainSeconds: number
}

type Marks = Pick<SafetyStore, 'findMeta' | 'writeMeta'>

/** Marks that were raised by what leaves nothing in the store, or while the store holds none that can be believed. */
const unkept = new WeakMap<Marks, ClockReading>()

/**
 * Raise the high-water mark of both clocks to a reading and answer the mark.
 *
 * Everything is decided at the mark, so a clock that is set back can neither revive a permit nor shorten a
 * window. It is durable unless the reading is for an attempt that is denied in any case, or the one that is kept is not
 * what the log says: risk is denied then, and goes on being denied after a restart.
 */
export function advanceClocks(store: Marks, reading: ClockReading, isKept = true): ClockReading {
  const kept = readKept(store)
  const raised = latest(readMark(store, kept), reading)
  if (!isKept || kept === undefined) unkept.set(store, raised)
  else if (!isSame(raised, kept)) store.writeMeta(CLOCKS_KEY, JSON.stringify(raised))
  return raised
}

/**
 * Check that both clocks tell about the same time.
 *
 * @throws ToolError PERMIT_CLOCKS_DIVERGED
 */
export function assertClocksAgree({ wallMs, chainSeconds }: ClockReading, maxSkewSeconds: number): void {
  const found = Math.abs(Math.floor(wallMs / 1_000) - chainSeconds)
  if (found > maxSkewSeconds) {
    throw new ToolError('PERMIT_CLOCKS_DIVERGED', { found, expected: maxSkewSeconds })
  }
}

/** The moment at which things are decided when only the wall clock is at hand; nothing is stored. */
export function currentMoment(store: Marks, wallMs: number): ClockReading {
  const mark = agreedMoment(store)
  return { wallMs: Math.max(mark.wallMs, wallMs), chainSeconds: mark.chainSeconds }
}

/** The mark itself: what is over by it is so by clocks that agreed. */
export const agreedMoment = (store: Marks): ClockReading => readMark(store, readKept(store))

const latest = (a: ClockReading, b: ClockReading): ClockReading => ({
  wallMs: Math.max(a.wallMs, b.wallMs),
  chainSeconds: Math.max(a.chainSeconds, b.chainSeconds),
})

const isSame = (a: ClockReading, b: ClockReading) =>
  a.wallMs === b.wallMs && a.chainSeconds === b.chainSeconds

const NEVER: ClockReading = { wallMs: 0, chainSeconds: 0 }

const readMark = (store: Marks, kept: ClockReading = NEVER) => latest(kept, unkept.get(store) ?? NEVER)

/** Read the mark that is kept; undefined when it cannot be believed. */
function readKept(store: Marks): ClockReading | undefined {
  const kept = store.findMeta(CLOCKS_KEY)
  if (kept === undefined) return undefined
  return kept.value === undefined ? NEVER : (JSON.parse(kept.value) as ClockReading)
}

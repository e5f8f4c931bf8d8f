import type { ClockReading } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'

/** A pair of clock readings of which one may turn out to have been ahead. */
export type Moment = { -readonly [Name in keyof ClockReading]: ClockReading[Name] }

/** What a process remembers of the attempts that were too many to be kept, for all chains of an agent. */
export interface UnkeptMemory {
  /** The latest of them, in their order. */
  attempts: readonly Moment[]
  /** Until when the store says that there may be any. */
  until: ClockReading | undefined
}

/** Attempts that were too many to be kept. */
export interface UnkeptAttempts {
  add(at: Moment): void
  /** Date one of them by the chain's clock, which was not read yet when it was added. */
  date(at: Moment, chainSeconds: number): void
  /** Date all that are later by the wall clock at a moment of it, milliseconds. */
  cap(wallMs: number): void
  countAfter(moment: ClockReading): number
}

const UNTIL_KEY = 'attempts-unkept-until'

/**
 * Count the attempts that were too many to be kept, in memory, so that asking again and again cannot fill the disk.
 *
 * Until when they were made is kept a step ahead, and so written once a step. A process that starts takes it that as many
 * as can ever count were made then, or at its start when that is earlier: the limit survives a restart.
 */
export function createUnkeptAttempts(
  memory: { unkept: UnkeptMemory | undefined },
  deps: {
    readonly store: Pick<SafetyStore, 'findMeta' | 'writeMeta'>
    readonly start: ClockReading
    /** How many can ever count. */
    readonly most: number
    readonly stepSeconds: number
  },
): UnkeptAttempts {
  const { store, most, stepSeconds } = deps
  memory.unkept ??= recall(deps)
  const { unkept } = memory
  const keepUntil = (until: ClockReading) => {
    unkept.until = until
    // What cannot be believed stays as it is, and denies at the next start.
    if (store.findMeta(UNTIL_KEY)) store.writeMeta(UNTIL_KEY, JSON.stringify(until))
  }
  const reach = ({ wallMs, chainSeconds }: ClockReading) => {
    const { until } = unkept
    if (until && wallMs <= until.wallMs && chainSeconds <= until.chainSeconds) return
    keepUntil({ wallMs: wallMs + stepSeconds * 1_000, chainSeconds: chainSeconds + stepSeconds })
  }
  return {
    add(at) {
      unkept.attempts = listLatest([...unkept.attempts, at], most)
      reach(at)
    },
    date(at, chainSeconds) {
      at.chainSeconds = chainSeconds
      reach(at)
    },
    cap(wallMs) {
      for (const at of unkept.attempts) at.wallMs = Math.min(at.wallMs, wallMs)
      const { until } = unkept
      const latestMs = wallMs + stepSeconds * 1_000
      if (until && until.wallMs > latestMs) keepUntil({ ...until, wallMs: latestMs })
    },
    countAfter: ({ wallMs, chainSeconds }) =>
      unkept.attempts.filter((at) => at.wallMs > wallMs || at.chainSeconds > chainSeconds).length,
  }
}

/** What a process that starts takes to be so. */
function recall({ store, start, most }: Parameters<typeof createUnkeptAttempts>[1]): UnkeptMemory {
  const kept = store.findMeta(UNTIL_KEY)
  if (kept && kept.value === undefined) return { attempts: [], until: undefined }
  const until = kept?.value === undefined ? start : (JSON.parse(kept.value) as ClockReading)
  const latest = { ...until, wallMs: Math.min(until.wallMs, start.wallMs) }
  return { attempts: Array.from({ length: most }, () => ({ ...latest })), until }
}

/** The latest attempts by either clock, in their order: those that can ever count. */
function listLatest(attempts: readonly Moment[], most: number): readonly Moment[] {
  const newestFirst = attempts.toReversed()
  const latestBy = (clock: keyof ClockReading) =>
    newestFirst.toSorted((a, b) => b[clock] - a[clock]).slice(0, most)
  const latest = new Set([...latestBy('wallMs'), ...latestBy('chainSeconds')])
  return attempts.filter((attempt) => latest.has(attempt))
}

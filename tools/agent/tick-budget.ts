import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import type { PiToolName } from './pi-tool.ts'

/** What the model may do in one tick. */
export interface TickLimits {
  /** Most calls, whatever becomes of them. */
  readonly maxCalls: number
  /** Longest time from the first call of a tick to the last one that is taken, by the wall clock. */
  readonly maxMs: number
}

/** Counts the calls of a tick, whoever makes them and in however many sessions. */
export interface TickBudget {
  /** Take a call. @throws ToolError TICK_CALLS_USED_UP, TICK_TIME_USED_UP */
  take(tool: string): void
  /** What is left of the running tick, milliseconds: no tool and no wait gets more. Without limits it is endless. */
  remainingMs(): number
}

/** Stopping everything costs nothing and is never refused. */
export const HALTING: PiToolName = 'emergency_halt'

/** Create the budget of an agent; without limits it takes every call. */
export function createTickBudget(limits: TickLimits | undefined, clock: Clock): TickBudget {
  let current = { tick: -1, calls: 0, lastedMs: 0, seenAtMs: 0 }
  // A clock that is set back, or back and forth, gives no time back: each step counts, whichever way.
  const lastedMs = () => {
    const nowMs = clock.wallMs()
    current.lastedMs += Math.abs(nowMs - current.seenAtMs)
    current.seenAtMs = nowMs
    return current.lastedMs
  }
  return {
    remainingMs() {
      if (limits === undefined) return Number.POSITIVE_INFINITY
      return clock.tick() === current.tick ? Math.max(0, limits.maxMs - lastedMs()) : limits.maxMs
    },
    take(tool) {
      if (limits === undefined || tool === HALTING) return
      const tick = clock.tick()
      if (tick !== current.tick) current = { tick, calls: 0, lastedMs: 0, seenAtMs: clock.wallMs() }
      current.calls += 1
      if (current.calls > limits.maxCalls) {
        throw new ToolError('TICK_CALLS_USED_UP', { found: current.calls, expected: limits.maxCalls })
      }
      const found = lastedMs()
      if (found >= limits.maxMs) {
        throw new ToolError('TICK_TIME_USED_UP', { found, expected: limits.maxMs })
      }
    },
  }
}

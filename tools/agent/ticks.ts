import { attempt } from '../core/attempt.ts'
import type { Clock } from '../core/clock.ts'
import type { EventBus } from '../core/events.ts'
import type { Safety } from '../safety/safety.ts'
import type { CycleRecorder } from './cycle/cycle-recorder.ts'
import type { TickLimits } from './tick-budget.ts'

/** Opens each tick once, before its first call. */
export interface Ticks {
  /**
   * Close the record of the tick before, and take up what it left open; several sessions of one tick open it together.
   * Tells, for the model, what was taken up.
   */
  open(): Promise<readonly string[]>
}

/** Create what opens ticks. What cannot be read or taken up stays as it is: the safety layer lets nothing be done beside it. */
export function createTicks(deps: {
  readonly clock: Pick<Clock, 'tick'>
  readonly safety: Pick<Safety, 'takeUp' | 'describePermit' | 'view'>
  readonly events: EventBus
  readonly cycles: Pick<CycleRecorder, 'turnTick'>
  readonly limits?: TickLimits | undefined
}): Ticks {
  const { clock, safety, events, cycles, limits } = deps
  let opened: { readonly tick: number; readonly told: Promise<readonly string[]> } | undefined
  const takeUp = async (tick: number): Promise<readonly string[]> => {
    cycles.turnTick()
    events.emit({
      kind: 'tick:opened',
      tick,
      phase: attempt(() => safety.view.phase().phase) ?? 'unknown',
      ...(limits ? { max_calls: limits.maxCalls, max_ms: limits.maxMs } : {}),
    })
    const taken = await safety.takeUp().catch(() => [])
    return taken.map(({ permitId, step }) => {
      const kind = attempt(() => safety.describePermit(permitId))?.actionKind ?? 'an action'
      events.emit({ kind: 'tick:taken-up', tick, permit_id: permitId, step })
      return `Left open by an earlier tick: ${kind}, permit ${permitId}: ${step}.`
    })
  }
  return {
    open() {
      const tick = clock.tick()
      if (opened?.tick !== tick) opened = { tick, told: takeUp(tick) }
      return opened.told
    },
  }
}

import type { PermitState } from '../../../tools/safety/store/permit-rows.ts'
import type { Law } from './law.ts'

const NEXT: Readonly<Record<PermitState, readonly PermitState[]>> = {
  pending: ['committing', 'committed', 'failed', 'cancelled', 'expired'],
  committing: ['committed', 'failed'],
  committed: [],
  cancelled: [],
  expired: [],
  failed: [],
}

/** A permit that ended never lives again, and none disappears. */
export const PERMIT_STATES: Law = {
  name: 'law.permit-states',
  invariants: ['I21'],
  watch() {
    const known = new Map<string, PermitState>()
    return ({ permits, outcome }) => {
      const rows = new Map(permits().map(({ permitId, state }) => [permitId as string, state]))
      const gone = [...known.keys()].find((permitId) => !rows.has(permitId))
      if (gone !== undefined) return { expected: `${gone} ${known.get(gone)}`, found: 'gone' }
      // What happened to one in the step no longer shows in the end.
      const { events = [] } = outcome.observation ?? {}
      const told = events.flatMap((event): [string, PermitState][] =>
        event.kind === 'permit:state' && rows.has(event.permit_id)
          ? [[event.permit_id, event.to as PermitState]]
          : [],
      )
      for (const [permitId, is] of [...told, ...rows]) {
        const was = known.get(permitId) ?? is
        if (is !== was && !NEXT[was].includes(is)) {
          const then = NEXT[was].join(' or ') || 'nothing else'
          return { expected: `${permitId} ${was}, then ${then}`, found: is }
        }
        known.set(permitId, is)
      }
      return undefined
    }
  },
}

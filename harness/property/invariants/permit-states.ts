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
    return ({ permits }) => {
      const rows = new Map(permits().map(({ permitId, state }) => [permitId as string, state]))
      for (const [permitId, was] of known) {
        const is = rows.get(permitId)
        if (is !== undefined && (is === was || NEXT[was].includes(is))) continue
        return {
          expected: `${permitId} ${was}, then ${NEXT[was].join(' or ') || 'nothing else'}`,
          found: is ?? 'gone',
        }
      }
      for (const [permitId, state] of rows) known.set(permitId, state)
      return undefined
    }
  },
}

import type { AssayEvent } from '../../../tools/core/events.ts'

/** A law about the order of events that was broken. */
export interface OrderViolation {
  readonly law: string
  readonly expected: string
  readonly found: string
}

/**
 * Hold the order in which things happened against what must never come after what: once a halt is latched no permit is
 * used up and no action is sent, and once the phase changed no permit is used up that was issued before.
 */
export function checkOrder(events: readonly AssayEvent[]): readonly OrderViolation[] {
  const violations: OrderViolation[] = []
  let isHalted = false
  let phase: string | undefined
  let issuedSince = new Set<string>()
  for (const event of events) {
    if (event.kind === 'halt:latched') isHalted = true
    if (event.kind === 'phase:change') {
      phase = event.to
      issuedSince = new Set()
    }
    if (event.kind === 'tx:sent' && event.permit_id !== undefined && isHalted) {
      const found = `${event.permit_id} was sent`
      violations.push({ law: 'order.halt-is-final', expected: 'nothing after the halt', found })
    }
    if (event.kind !== 'permit:state') continue
    if (event.to === 'pending') issuedSince.add(event.permit_id)
    if (event.to !== 'committing') continue
    const found = `${event.permit_id} was used up`
    if (isHalted) violations.push({ law: 'order.halt-is-final', expected: 'nothing after the halt', found })
    if (phase !== undefined && !issuedSince.has(event.permit_id)) {
      const expected = `no permit from before phase ${phase}`
      violations.push({ law: 'order.phase-voids-permits', expected, found })
    }
  }
  return violations
}

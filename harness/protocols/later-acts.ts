import { TESTBEDS } from './generated/testbeds.ts'
import type { LaterAct } from './testbed-later.ts'

/** What others can do to positions, by protocol. */
export const LATER_ACTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(TESTBEDS).flatMap(([id, { later }]) => (later ? [[id, Object.keys(later)]] : [])),
)

/**
 * Find what others do to positions of a protocol.
 *
 * @throws RangeError when its testbed does not say so
 */
export function findLaterAct(protocol: string, act: string): LaterAct {
  const acts = (Object.hasOwn(TESTBEDS, protocol) && TESTBEDS[protocol]?.later) || {}
  const found = Object.hasOwn(acts, act) ? acts[act] : undefined
  if (found !== undefined) return found
  const known = Object.keys(acts).join(', ') || 'nothing'
  throw new RangeError(`nobody does "${act}" to positions in ${protocol}; its testbed says ${known}`)
}

import { HarnessError } from '../errors.ts'
import type { Testbed } from './testbed.ts'

/**
 * Order testbeds so that each comes after what it needs; among equals the id decides, on every machine alike.
 *
 * @throws HarnessError DEPLOY_FAILED when one needs what is not there, or two need each other
 */
export function orderTestbeds(
  testbeds: Readonly<Record<string, Testbed>>,
): readonly (readonly [string, Testbed])[] {
  const ordered = new Map<string, Testbed>()
  const waiting = new Map(Object.entries(testbeds).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  while (waiting.size > 0) {
    const next = [...waiting].find(([, { needs = [] }]) => needs.every((id) => ordered.has(id)))
    if (next === undefined) {
      const stuck = [...waiting].map(([id, { needs = [] }]) => `${id} needs ${needs.join(', ')}`)
      throw new HarnessError('DEPLOY_FAILED', 'testbeds wait for each other', {
        expected: 'an order in which each comes after what it needs',
        found: stuck.join('; '),
        hint: 'mend `needs` of these testbeds',
      })
    }
    ordered.set(...next)
    waiting.delete(next[0])
  }
  return [...ordered]
}

import type { Hex } from 'viem'
import { findBody } from '../../../tools/safety/permit/permit.ts'
import type { Law } from './law.ts'
import { listUsed } from './list-used.ts'

/** A permit is used up only in the phase in which it was issued, though another one allows the action as well. */
export const PHASE_VOIDS_PERMITS: Law = {
  name: 'law.phase-voids-permits',
  invariants: ['I26'],
  watch() {
    const used = new Set<Hex>()
    let before: number | undefined
    return (moment) => {
      const after = moment.stage.session.agent.safety.view.phase().epoch
      // Of what others used up before it was looked at nobody knows the phase.
      const epochs = before === undefined ? [-Infinity, Infinity] : [before, after]
      const [least, most] = [Math.min(...epochs), Math.max(...epochs)]
      before = after
      const fresh = listUsed(moment).filter(({ permitId }) => !used.has(permitId))
      for (const { permitId } of fresh) used.add(permitId)
      for (const row of fresh) {
        const issued = findBody(row)?.phaseEpoch
        // In the step itself the phase may have changed, before or after it was used up.
        if (issued === undefined || (issued >= least && issued <= most)) continue
        return {
          expected: `${row.permitId} used up before phase ${issued} was left`,
          found: `used up in phase ${least}, as changes are counted`,
        }
      }
      return undefined
    }
  },
}

import type { Hex } from 'viem'
import { findBody } from '../../../tools/safety/permit/permit.ts'
import type { ActionClass, Phase } from '../../../tools/safety/policy/phases.ts'
import type { PermitRow } from '../../../tools/safety/store/permit-rows.ts'
import { phaseAllows } from '../model/phase-model.ts'
import type { Law, LawBreach, LawMoment } from './law.ts'

/** What is permitted or committed is of a class that the phase allows. */
export const PHASE_MATRIX: Law = {
  name: 'law.phase-matrix',
  invariants: ['I26', 'I28'],
  watch() {
    const seen = new Set<Hex>()
    return (moment) => {
      const { actionClass, observation, permitId } = moment.outcome
      const fresh = moment.permits().filter((row) => !seen.has(row.permitId))
      for (const row of fresh) seen.add(row.permitId)
      const isAllowed = observation !== undefined && observation.error === undefined && permitId !== undefined
      return (
        (isAllowed ? judge(actionClass, moment.phase, 'allowed') : undefined) ??
        findForbidden(
          fresh.filter((row) => row.permitId !== permitId),
          moment,
        )
      )
    }
  },
}

/** Find what a step was not told of, as what sessions do and what runs together, where its phase is known. */
function findForbidden(others: readonly PermitRow[], { stage, phase }: LawMoment): LawBreach | undefined {
  if (others.length === 0) return undefined
  const after = stage.session.agent.safety.view.phase()
  for (const row of others) {
    const body = findBody(row)
    const { actionClass } = (body?.result ?? {}) as { readonly actionClass?: string }
    if (after.phase !== phase || body?.phaseEpoch !== after.epoch) continue
    const breach = judge(actionClass, phase, 'permitted')
    if (breach) return breach
  }
  return undefined
}

function judge(actionClass: string | undefined, phase: string, found: string): LawBreach | undefined {
  if (actionClass === undefined) return undefined
  const known = phase === 'unknown' ? undefined : (phase as Phase)
  return phaseAllows(known, actionClass as ActionClass)
    ? undefined
    : { expected: `no ${actionClass} in ${phase}`, found }
}

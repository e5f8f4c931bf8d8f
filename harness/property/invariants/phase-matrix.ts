import type { ActionClass, Phase } from '../../../tools/safety/policy/phases.ts'
import { phaseAllows } from '../model/phase-model.ts'
import type { Law } from './law.ts'

/** What is permitted or committed is of a class that the phase allows. */
export const PHASE_MATRIX: Law = {
  name: 'law.phase-matrix',
  invariants: ['I26', 'I28'],
  watch:
    () =>
    ({ outcome, phase }) => {
      const { actionClass, observation } = outcome
      const isAllowed =
        observation !== undefined && observation.error === undefined && outcome.permitId !== undefined
      if (!isAllowed || actionClass === undefined) return undefined
      const known = phase === 'unknown' ? undefined : (phase as Phase)
      return phaseAllows(known, actionClass as ActionClass)
        ? undefined
        : { expected: `no ${actionClass} in ${phase}`, found: 'allowed' }
    },
}

import { defineErrors } from './define-errors.ts'

/** Codes of the phase. */
export const PHASE_ERRORS = defineErrors('phase', {
  PHASE_FORBIDS_CLASS: {
    message: 'phase {phase} does not allow {actionClass}',
    hint: 'only {allowed} are allowed now',
  },
  PHASE_FORBIDS_RISK: {
    message: 'phase {phase} does not allow tools of risk tier {riskTier}',
    hint: 'use a tool of a lower risk tier',
  },
  PHASE_UNKNOWN: {
    message: 'phase is unknown ({found}): {actionClass} is not allowed, exits and halt only',
    hint: 'the owner has to restore the phase store',
  },
})

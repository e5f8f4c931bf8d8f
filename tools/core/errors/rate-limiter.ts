import { defineErrors } from './define-errors.ts'

/** Codes of the rate of calls. */
export const RATE_LIMITER_ERRORS = defineErrors('rate-limiter', {
  RATE_LIMITED: {
    message: '{found} calls in {span}, allowed {expected}',
    hint: 'wait; failed calls count too',
  },
})

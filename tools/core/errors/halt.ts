import { defineErrors } from './define-errors.ts'

/** Codes of the emergency halt. */
export const HALT_ERRORS = defineErrors('halt', {
  HALTED: {
    message: 'the emergency halt is latched since {since}',
    hint: 'only the owner can clear the latch',
  },
  PAUSE_UNEXPLAINED: {
    message: 'the cage was found paused by what this store knows nothing of',
    hint: 'a halt may be missing in the store, so it was set again; only the owner can clear it',
  },
  HALT_NOT_LATCHED: {
    message: 'there is no halt to clear, or not the one of {expected}',
    hint: 'look at the status; an approval holds for one halt only',
  },
  HALT_UNDER_WAY: {
    message: 'the halt is being carried out',
    hint: 'wait for its report before it is cleared',
  },
})

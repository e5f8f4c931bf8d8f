import { defineErrors } from './define-errors.ts'

/** Codes of funds that the books cannot account for. */
export const BOOKS_ERRORS = defineErrors('books', {
  UNEXPLAINED_DELTA: {
    message: 'the account holds {found:amount}, at least {expected:amount} must be there',
    hint: 'something moved funds without the agent: the halt was set; find out what it was',
  },
  UNEXPLAINED_UNITS: {
    message: '{found:int} units are {kind} in {protocol} under {key}, {expected:int} are booked',
    hint: 'something changed the position without the agent: the halt was set; find out what it was',
  },
  LOSS_NOT_CLEARED: {
    message: 'a {reason} took {units:int} units that were {kind} in {protocol} under {key}',
    hint: 'exits and repayments pass; the owner has to clear it before anything else does',
  },
  LOSSES_CHANGED: {
    message: 'there are other losses than the owner approved to clear',
    hint: 'read them again and ask for another approval',
  },
  WITHDRAWAL_NOT_FINAL: {
    message: 'one provider alone says that the owner took {found:amount} out, and it is not final yet',
    hint: 'only exits pass until it is 12 blocks deep; with a second provider nothing has to wait',
  },
})

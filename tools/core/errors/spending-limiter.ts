import { defineErrors } from './define-errors.ts'

/** Codes of spending limits and the prices that they are counted at. */
export const SPENDING_LIMITER_ERRORS = defineErrors('spending-limiter', {
  LIMITS_OUT_OF_ORDER: {
    message: '{limit} of {found:usdc} is more than {by} of {expected:usdc}',
    hint: 'hot lane ≤ per transaction ≤ per day',
  },
  SPEND_PER_TRANSACTION: {
    message: 'spend is {found:usdc}, limit per transaction is {expected:usdc}',
    hint: 'use a smaller amount',
  },
  SPEND_PER_DAY: {
    message:
      'spend in the last 24 h, with allowances that live on, would be {found:usdc}, limit is {expected:usdc}',
    hint: 'wait for earlier spend to leave the window, revoke allowances, or use a smaller amount',
  },
  PRICE_MISSING: {
    message: 'no price for {token}: {reason}',
    hint: 'an asset without two sources of its price cannot be risked',
  },
  PRICE_DIVERGED: {
    message: 'the two sources of the price of {token} differ by {found:int} bps, allowed {expected:int} bps',
    hint: 'one of them is wrong, and nobody knows which; exits stay possible',
  },
  SEQUENCER_DOWN: {
    message: 'prices cannot be trusted: {reason}',
    hint: 'wait until the sequencer has been up for its grace period; exits stay possible',
  },
  PRICE_STALE: {
    message: 'price of {token} is {found:int} s old, allowed {expected:int} s',
    hint: 'wait for the feed to update; exits stay possible',
  },
})

import { defineErrors } from './define-errors.ts'

/** Codes of the PolicyCage, by its own rules or as the hook that asks it. */
export const POLICY_CAGE_ERRORS = defineErrors('policy-cage', {
  CAGE_TARGET_NOT_ALLOWED: {
    message: 'the cage does not allow {selector} on {target}',
    hint: 'act through an approved target',
  },
  CAGE_RECIPIENT_NOT_ALLOWED: {
    message: 'the cage does not allow transfers to {recipient}',
    hint: 'the owner can add a recipient through the timelock',
  },
  CAGE_ASSET_NOT_ALLOWED: {
    message: 'the cage does not hold asset {token}',
    hint: 'use an approved asset',
  },
  CAGE_POSITION_CAP: {
    message: 'position in {token} would be {found:usdc}, capped at {expected:usdc}',
    hint: 'use a smaller amount',
  },
  CAGE_DRAWDOWN: {
    message: 'drawdown would be {found:int} bps, allowed {expected:int} bps',
    hint: 'only exits are allowed in a drawdown breach',
  },
  CAGE_REBALANCE_INTERVAL: {
    message: 'next rebalance is allowed at {expected:int}, now {found:int}',
    hint: 'wait for the interval to pass',
  },
  CAGE_WINDOW_SPEND: {
    message: "the cage's rolling spend would be {found:usdc}, capped at {expected:usdc}",
    hint: 'wait for earlier spend to leave the window',
  },
  CAGE_WINDOW_LOSS: {
    message: "the cage's rolling loss would be {found:usdc}, capped at {expected:usdc}",
    hint: 'exits stay possible; wait for earlier losses to leave the window',
  },
  CAGE_PRICE_UNAVAILABLE: {
    message: 'the cage has no fresh price for {token}',
    hint: 'wait for the feed; exits stay possible',
  },
  CAGE_GUARDIAN_SIGNATURE: {
    message: "the guardian's signature is not one that the cage takes",
    hint: 'compare the guardian of the cage with that of the policy, then preview again',
  },
  CAGE_PAUSED: {
    message: 'the cage is paused',
    hint: 'only exits are allowed',
  },
  CAGE_PLACE_NOT_ALLOWED: {
    message: 'the cage does not let positions grow in {place}, which {reader} counts',
    hint: 'act in a market that the owner has approved; shrinking is allowed everywhere',
  },
  CAGE_SPENDER_NOT_ALLOWED: {
    message: 'the cage does not allow {spender} to spend {token}',
    hint: 'approve contracts that the cage lists',
  },
  CAGE_VALUE_LOSS: {
    message: 'the action would lose {found:usdc} at feed prices, allowed {expected:usdc}',
    hint: 'the price is far from the feed, or value leaves the cage; check both',
  },
  CAGE_REJECTED: {
    message: 'the cage rejects the action: {reason}',
    hint: 'see the reason',
  },
  CAGE_UNVERIFIABLE: {
    message: 'the cage could not be consulted: {reason}',
    hint: 'without its answer every action is denied',
  },
  HEALTH_TOO_LOW: {
    message:
      'the health of {protocol} would be {found} and no higher than before, at least {expected} is asked for',
    hint: 'only what raises it passes: repay, or add what it stands on',
  },
  BALANCE_UNREADABLE: {
    message: 'what the account holds of {token} is not known: it gives no balance',
    hint: 'only exits pass until it answers; the owner can withdraw',
  },
  POSITION_UNREADABLE: {
    message: 'what the account holds in protocols is not known: {reason}',
    hint: 'only what brings in passes until it can be read; the owner can exit. Income that a payment would bring along is collected in a call before it',
  },
  HOOK_FAILED: {
    message: 'hook {hook} failed: {reason}',
    hint: 'a hook that throws, times out or is missing denies',
  },
})

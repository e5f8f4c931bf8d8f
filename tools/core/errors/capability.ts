import { defineErrors } from './define-errors.ts'

/** Codes of capabilities and approvals of the owner. */
export const CAPABILITY_ERRORS = defineErrors('capability', {
  CAPABILITY_INVALID: {
    message: 'capability is {problem}',
    hint: 'only the safety layer mints capabilities, one for each committed permit',
  },
  APPROVAL_MISSING: {
    message: "{tool} needs the owner's approval",
    hint: 'ask the owner to sign for these very parameters; nothing else can give the approval',
  },
  APPROVAL_NOT_CONFIGURED: {
    message: '{tool} needs an owner who can approve, and the policy names none',
    hint: 'let an OwnerGate own the cage and name it and its owner in the policy',
  },
  APPROVAL_MISMATCH: {
    message: 'the approval is for {field} {found}, expected {expected}',
    hint: 'an approval holds for one tool, its exact parameters, one account, chain and policy; ask for a new one',
  },
  APPROVAL_EXPIRED: {
    message: 'the approval was worth something before {expected:int}, now {found:int}',
    hint: 'ask the owner for a new one',
  },
  APPROVAL_USED: {
    message: 'the approval with nonce {nonce:int} was used',
    hint: 'an approval is used once, whatever came of it; ask the owner for a new one',
  },
  APPROVAL_NOT_SIGNED: {
    message: 'the approval is not signed by {owner}, or by too few of its owners',
    hint: 'the owner of the gate has to sign; an account of several owners needs its threshold',
  },
})

import { defineErrors } from './define-errors.ts'

/** Codes of targets, spenders, recipients and typed data off the allowlist. */
export const ALLOWLIST_GUARD_ERRORS = defineErrors('allowlist-guard', {
  TARGET_NOT_ALLOWED: {
    message: '{target} is not an allowed target on chain {chainId}',
    hint: 'use a protocol of the allowlist',
  },
  SELECTOR_NOT_ALLOWED: {
    message: 'selector {selector} is not allowed on {target}',
    hint: 'use an allowed function',
  },
  UNDECODABLE_CALL: {
    message: 'call {index} to {target} with selector {selector} cannot be decoded',
    hint: 'every call must be decodable; what is not understood is denied',
  },
  RECIPIENT_NOT_ALLOWED: {
    message: 'recipient {recipient} is not on the allowlist{lookalike}',
    hint: 'send to an allowlisted recipient only',
  },
  BENEFICIARY_NOT_ALLOWED: {
    message: 'position {id} of {protocol} belongs to {found}, expected {expected}',
    hint: 'change positions of the own account only',
  },
  SPENDER_NOT_ALLOWED: {
    message: 'spender {spender} is not on the allowlist{lookalike}',
    hint: 'approve allowlisted contracts only',
  },
  TOKEN_NOT_ALLOWED: {
    message: 'token {token} is not an allowed asset',
    hint: 'use an allowed asset',
  },
  IMPLEMENTATION_CHANGED: {
    message: '{target} points to {found}, reviewed was {expected}',
    hint: 'the contract was upgraded: review the new implementation before using it',
  },
  CODE_HASH_CHANGED: {
    message: 'code hash of {target} is {found}, pinned {expected}',
    hint: 'the contract changed; the owner has to review it',
  },
  DECIMALS_CHANGED: {
    message: '{token} says that it has {found} decimals, reviewed were {expected}',
    hint: 'its amounts would be misread; the owner has to review it',
  },
  AUTHORITY_NOT_ALLOWED: {
    message: '{authority} is always denied',
    hint: 'grant exact amounts to one spender instead',
  },
  ALLOWLIST_RULE_MISSING: {
    message: '{list} {address} cannot be allowed: the policy says nothing more of it',
    hint: 'a token needs its feed and a target what may be called; add them to the policy, or allow a selector',
  },
  SIGNATURE_NOT_UNDERSTOOD: {
    message: 'typed data {primaryType} is not understood: {problem}',
    hint: 'only permits and orders of known types are signed',
  },
  SIGNATURE_CHAIN: {
    message: 'the signature would hold on chain {found}, expected {expected}',
    hint: 'sign for this chain only; a domain without a chain holds on every one',
  },
  SIGNATURE_CONTRACT_NOT_ALLOWED: {
    message: '{contract} is no contract whose {primaryType} may be signed',
    hint: 'sign for a contract that keeps allowances, an allowed asset or an allowed spender only',
  },
  ALLOWANCE_DEADLINE: {
    message: 'the allowance would hold until {found:int}, allowed until {expected:int}',
    hint: 'let it expire sooner',
  },
  SIGNATURE_DEADLINE: {
    message: 'the signature would hold until {found:int}, allowed until {expected:int}',
    hint: 'give it a deadline that is near',
  },
  ACCOUNT_UNREADABLE: {
    message:
      'what decides for {account} cannot be read around the act: it does not answer as an account of {protocol}',
    hint: 'name the protocol of the approver in the policy as it is',
  },
  SIGNATURE_OWNER: {
    message: 'the signature speaks for {found}, expected {expected}',
    hint: 'sign for the own account only',
  },
})

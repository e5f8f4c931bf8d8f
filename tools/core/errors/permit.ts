import { defineErrors } from './define-errors.ts'

/** Codes of permits, the account that they are for, and the store that keeps them. */
export const PERMIT_ERRORS = defineErrors('permit', {
  ROUTE_NOT_AVAILABLE: {
    message: 'a {kind} by route "{route}" was planned; this stack knows the routes {known}',
    hint: 'nothing was sent; the tool is a defect, or made for another stack',
  },
  OPERATOR_PLAN_UNFIT: {
    message: "a plan for the operator's own account has {found}, expected {expected}",
    hint: 'nothing was sent; what moves anything goes through the account that holds the funds',
  },
  PERMIT_UNKNOWN: {
    message: 'permit {permitId} does not exist',
    hint: 'preview the action first and commit the permit it returns',
  },
  PERMIT_ANNOUNCED: {
    message: 'permit {permitId} is announced ({riskClass}) and may be committed in {remaining:int} s',
    hint: 'wait and commit then, or cancel it; exits are not announced',
  },
  PERMIT_EXPIRED: {
    message: 'permit {permitId} expired: {clock} clock is at {now}, valid before {expiry}',
    hint: 'preview the action again',
  },
  PERMIT_NOT_PENDING: {
    message: 'permit {permitId} is {found}, expected pending',
    hint: 'a permit is used once; preview the action again',
  },
  PERMIT_CLOCKS_DIVERGED: {
    message: 'wall clock and chain clock differ by {found} s, allowed {expected} s',
    hint: 'wait until the head is fresh',
  },
  PERMIT_PHASE_CHANGED: {
    message: 'permit {permitId} was issued in phase epoch {expected}, now {found}',
    hint: 'preview the action again in the current phase',
  },
  PERMIT_POLICY_CHANGED: {
    message: 'permit {permitId} was issued under policy {expected}, now {found}',
    hint: 'preview the action again under the current policy',
  },
  PERMIT_NONCE_USED: {
    message: 'permit {permitId} is bound to nonce {expected:int}, the account is at {found:int}',
    hint: 'preview the action again',
  },
  PERMIT_FEE_EXCEEDED: {
    message: 'the base fee is {found:int} wei, permit {permitId} pays at most {expected:int} wei',
    hint: 'commit again when the base fee has fallen, or preview the action again at the fee of now',
  },
  FEE_ABOVE_CEILING: {
    message: 'a unit of gas costs {found:int} wei now, the policy pays at most {expected:int} wei',
    hint: 'wait until the base fee has fallen; only the owner can raise the ceiling',
  },
  PERMIT_UNRESOLVED: {
    message: 'permit {permitId} was used and its transaction is not settled: {found}',
    hint: 'nothing else is sent until it is; recovery runs before each action, try again later',
  },
  REPLACEMENT_NOT_OPEN: {
    message: 'nothing of permit {permitId} waits to be replaced: it is {found}',
    hint: 'wallet_list_pending_transactions lists what waits to be mined',
  },
  REPLACEMENT_FEE_BOUND: {
    message:
      'a replacement in permit {permitId} has to offer {found:int} wei for a unit of gas, at most {expected:int} wei are permitted',
    hint: 'wait until it is mined or its deadline passes; recovery presses it by itself',
  },
  LOCAL_PORT_FULL: {
    message: 'the {port} holds {found:int} open entries, at most {expected:int}',
    hint: 'end what is not needed any more',
  },
  LOCAL_ENTRY_NOT_OPEN: {
    message: 'entry {entryId} of the {port} is {found}, expected open',
    hint: 'list what the port keeps and name an open entry',
  },
  LOCAL_PART_USED: {
    message: 'part {part:int} of entry {entryId} is {found}, expected unused',
    hint: 'another permit uses it; each part is carried out once',
  },
  LOCAL_RECEIPT_DIFFERS: {
    message: 'the {port} says {found} of permit {permitId}, expected {expected}',
    hint: 'nothing was sent or spent by it; look at what the port keeps before you ask again',
  },
  ACCOUNT_FENCED: {
    message: 'the account is at nonce {found}, by this store at {expected}: another signer acts for it',
    hint: 'an operator key belongs to one agent: stop the other one, or change a stolen key; the owner can claim the account again',
  },
  ACCOUNT_NOT_CLAIMED: {
    message:
      'the account acted before and this store knows nothing of it, so that no {actionClass} is allowed',
    hint: 'bring back the store that acted; or the owner claims the account for this one: halt, clear the halt, unpause',
  },
  ACCOUNT_BEHIND: {
    message: 'the account is at nonce {found}, {expected} was reached before',
    hint: 'the node lags, or the chain was reorganised: transactions that fell out are sent again as they were',
  },
  SIMULATION_HASH_MISMATCH: {
    message: 'simulation hash is {found}, permit {permitId} holds {expected}',
    hint: 'the action or its targets changed since the preview; preview again',
  },
  STORE_CORRUPT: {
    message: 'safety store {path}: expected an intact store, found {found}',
    hint: 'the file was left as it is; restore it from a backup or move it away',
  },
  STORE_ALTERED: {
    message: 'the safety store is not what its log says: {where} is {found}, expected {expected}',
    hint: 'exits only, until the owner restores the store from a backup',
  },
  STORE_LOCKED: {
    message: 'safety store {path} is held by another process',
    hint: 'one agent runs on a store; stop the other one',
  },
  STORE_FAILED: {
    message: 'the durable store failed: {reason}',
    hint: 'without a durable record nothing is done',
  },
})

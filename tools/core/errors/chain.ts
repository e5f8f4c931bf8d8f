import { defineErrors } from './define-errors.ts'

/** Codes of the node and what it was sent. */
export const CHAIN_ERRORS = defineErrors('chain', {
  CHAIN_READ_FAILED: {
    message: 'reading {subject} failed: {reason}',
    hint: 'the node did not answer as expected; try again',
  },
  CHAIN_TIMEOUT: {
    message: 'no answer on {subject} within {expected} ms',
    hint: 'the node hangs; nothing was done, try again or use another node',
  },
  WRONG_CHAIN: {
    message: 'the node is of chain {found}, expected {expected}',
    hint: 'the owner has to check which node the agent is connected to; nothing was sent',
  },
  PROVIDERS_DISAGREE: {
    message: 'of {subject} one provider says {expected}, the other {found}',
    hint: 'nothing is done until both agree; one of them lags or lies',
  },
  TRANSACTION_REVERTED: {
    message: 'transaction {hash} reverted: {reason}',
    hint: 'the permit is used up; preview again',
  },
  BROADCAST_FAILED: {
    message: 'broadcast failed: {reason}',
    hint: 'the signed bytes are kept; recovery resends the same bytes',
  },
  TRANSACTION_PENDING: {
    message: 'transaction {hash} is sent but not mined: {reason}',
    hint: 'the permit is used up; recovery settles it, nothing else is sent before',
  },
})

import { defineErrors } from './define-errors.ts'

/** Codes of claims that the chain does not bear out. */
export const HALLUCINATION_DETECTOR_ERRORS = defineErrors('hallucination-detector', {
  HALLUCINATED_ADDRESS: {
    message: '{parameter} is {found}, which is no contract on this chain{lookalike}',
    hint: 'use an address that a tool returned',
  },
  HALLUCINATED_CLAIM: {
    message: 'claimed {subject} is {found}, the chain shows {expected}',
    hint: 'read the state before acting on it',
  },
  HALLUCINATED_BALANCE: {
    message: 'the action needs {expected:amount}, the account holds {found:amount}',
    hint: 'read the balance first',
  },
})

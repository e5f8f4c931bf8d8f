import { defineErrors } from './define-errors.ts'

/** Codes of the second signer. */
export const GUARDIAN_ERRORS = defineErrors('guardian', {
  GUARDIAN_REQUIRED: {
    message: 'spend of {found:usdc} is above the hot lane of {expected:usdc} and no guardian signed',
    hint: 'use a smaller amount or start the safety guardian',
  },
  GUARDIAN_REFUSED: {
    message: 'the guardian refused: {reason}',
    hint: 'the guardian decodes the exact bytes on its own; see its reason',
  },
  GUARDIAN_UNREACHABLE: {
    message: 'the guardian gave no answer: {reason}',
    hint: 'use a smaller amount, or see to the guardian; silence is never consent',
  },
})

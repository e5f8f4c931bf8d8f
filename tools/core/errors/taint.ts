import { defineErrors } from './define-errors.ts'

/** Codes of secrets and untrusted choices at a sink. */
export const TAINT_ERRORS = defineErrors('taint', {
  SECRET_AT_SINK: {
    message: 'secret material ({label}) may not go to {sink}',
    hint: 'leave it out; no tool needs a secret',
  },
  UNTRUSTED_CHOICE: {
    message: '{role} {found} was chosen by untrusted data: it is known from {source} only',
    hint: 'use a value of the policy; the owner can endorse another',
  },
})

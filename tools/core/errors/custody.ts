import { defineErrors } from './define-errors.ts'

/** Codes of signers and keystores. */
export const CUSTODY_ERRORS = defineErrors('custody', {
  WALLET_NOT_CONFIGURED: {
    message: 'no transaction executor is configured',
    hint: 'configure a signer',
  },
  SIGNER_FAILED: {
    message: 'the signer failed: {reason}',
    hint: 'nothing was sent; check the signer and preview again',
  },
  SIGNER_TIMED_OUT: {
    message: 'the signer did not answer within {timeoutMs} ms',
    hint: 'nothing was sent, and a late answer is thrown away; preview again',
  },
  SIGNER_WRONG_KEY: {
    message: 'the transaction is signed by {found}, expected {expected}',
    hint: 'nothing was sent; configure the signer of the account that the policy names',
  },
  SIGNED_BYTES_DIFFER: {
    message: 'signed {field} is {found}, requested {expected}',
    hint: 'nothing was sent; the signer changed the transaction and must not be trusted',
  },
  KEYSTORE_INVALID: {
    message: 'the keystore is unusable: {problem}',
    hint: 'expected an encrypted key of Web3 Secret Storage version 3, as geth and `assay keystore new` write it',
  },
  KEYSTORE_PASSWORD: {
    message: 'the password does not open the keystore',
    hint: 'give the password of this file; a changed file looks the same',
  },
})

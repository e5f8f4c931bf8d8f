import { defineErrors } from './define-errors.ts'

/** Codes of results that are withheld. */
export const RESULT_FILTER_ERRORS = defineErrors('result-filter', {
  RESULT_LEAKS_SECRET: {
    message: 'the result contains secret material ({label})',
    hint: 'the result was withheld',
  },
  RESULT_TOO_LONG: {
    message: 'the result has more than the {expected} characters that are searched for secrets',
    hint: 'the result was withheld: ask for less of it',
  },
})

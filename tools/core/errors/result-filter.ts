import { defineErrors } from './define-errors.ts'

/** Codes of results that are withheld. */
export const RESULT_FILTER_ERRORS = defineErrors('result-filter', {
  RESULT_LEAKS_SECRET: {
    message: 'the result contains secret material ({label})',
    hint: 'the result was withheld',
  },
})

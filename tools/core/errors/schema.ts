import { defineErrors } from './define-errors.ts'

/** Codes of parameters that do not fit a schema. */
export const SCHEMA_ERRORS = defineErrors('schema', {
  INVALID_PARAMS: {
    message: '{path}: {problem}',
    hint: 'correct the named parameter; amounts are decimal strings in base units',
  },
})

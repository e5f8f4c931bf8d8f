import { defineErrors } from './define-errors.ts'

/** Codes of parameters that do not fit a schema. */
export const SCHEMA_ERRORS = defineErrors('schema', {
  INVALID_PARAMS: {
    message: '{path}: {problem}',
    hint: 'correct the named parameter; amounts are decimal strings in base units',
  },
  SCHEMA_VERSION_EXPIRED: {
    message:
      '{tool}: version {found} of its parameters was accepted until {until}; version {expected} is expected, since {since}',
    hint: 'give the parameters as its current schema says',
  },
  SCHEMA_VERSION_UNKNOWN: {
    message: '{tool}: expected version {expected} of its parameters, since {since}, found {found}',
    hint: 'give the parameters as its current schema says, and leave schemaVersion out',
  },
})

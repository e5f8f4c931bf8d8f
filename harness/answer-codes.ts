import type { ErrorSpecs } from '../tools/core/errors/define-errors.ts'
import { DEV_ERRORS } from '../tools/profiles/dev.ts'
import { GATEWAY_CODES } from './gateway/gateway-codes.ts'

/** Every code that a step may end with: those of the stack under test, and of what stands beside it. */
export const ANSWER_CODES: ErrorSpecs = { ...DEV_ERRORS, ...GATEWAY_CODES }

import { ALLOWLIST_GUARD_ERRORS } from './allowlist-guard.ts'
import { AUDIT_ERRORS } from './audit.ts'
import { BOOKS_ERRORS } from './books.ts'
import { CAPABILITY_ERRORS } from './capability.ts'
import { CHAIN_ERRORS } from './chain.ts'
import { CUSTODY_ERRORS } from './custody.ts'
import { GUARDIAN_ERRORS } from './guardian.ts'
import { HALLUCINATION_DETECTOR_ERRORS } from './hallucination-detector.ts'
import { HALT_ERRORS } from './halt.ts'
import { joinErrors } from './join-errors.ts'
import { PERMIT_ERRORS } from './permit.ts'
import { PHASE_ERRORS } from './phase.ts'
import { POLICY_CAGE_ERRORS } from './policy-cage.ts'
import { PROFILE_ERRORS } from './profile.ts'
import { RATE_LIMITER_ERRORS } from './rate-limiter.ts'
import { RESULT_FILTER_ERRORS } from './result-filter.ts'
import { SANDBOX_ERRORS } from './sandbox.ts'
import { SCHEMA_ERRORS } from './schema.ts'
import { SESSION_ERRORS } from './session.ts'
import { SIMULATOR_ERRORS } from './simulator.ts'
import { SPENDING_LIMITER_ERRORS } from './spending-limiter.ts'
import { TAINT_ERRORS } from './taint.ts'
import { TOOL_ERRORS } from './tool.ts'

/** Every error code of the stack itself that goes back to the model; a protocol's own codes stand in its base. */
export const STACK_ERRORS = joinErrors([
  ['session', SESSION_ERRORS],
  ['schema', SCHEMA_ERRORS],
  ['profile', PROFILE_ERRORS],
  ['tool', TOOL_ERRORS],
  ['sandbox', SANDBOX_ERRORS],
  ['taint', TAINT_ERRORS],
  ['halt', HALT_ERRORS],
  ['books', BOOKS_ERRORS],
  ['permit', PERMIT_ERRORS],
  ['phase', PHASE_ERRORS],
  ['policy-cage', POLICY_CAGE_ERRORS],
  ['allowlist-guard', ALLOWLIST_GUARD_ERRORS],
  ['spending-limiter', SPENDING_LIMITER_ERRORS],
  ['rate-limiter', RATE_LIMITER_ERRORS],
  ['simulator', SIMULATOR_ERRORS],
  ['hallucination-detector', HALLUCINATION_DETECTOR_ERRORS],
  ['result-filter', RESULT_FILTER_ERRORS],
  ['guardian', GUARDIAN_ERRORS],
  ['capability', CAPABILITY_ERRORS],
  ['custody', CUSTODY_ERRORS],
  ['audit', AUDIT_ERRORS],
  ['chain', CHAIN_ERRORS],
])

/** A code of the stack itself. */
export type ToolErrorCode = keyof typeof STACK_ERRORS

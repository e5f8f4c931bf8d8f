import { redactUrls } from './chain/redact-url.ts'

/** Codes of failures of the harness itself; a run that meets one is *broken*, not failed. */
export type HarnessErrorCode =
  | 'ANVIL_MISSING'
  | 'ANVIL_START_FAILED'
  | 'ANVIL_EXITED'
  | 'ANSWER_UNBOUNDED'
  | 'BAD_USAGE'
  | 'BASELINE_UNREADABLE'
  | 'BUNDLE_REFUSED'
  | 'BUNDLE_SECRET'
  | 'BUNDLE_UNREADABLE'
  | 'CACHE_CORRUPT'
  | 'CASSETTE_MISS'
  | 'CASSETTE_UNREADABLE'
  | 'CHAIN_MISMATCH'
  | 'COMPILE_FAILED'
  | 'CONTROL_FAILED'
  | 'DEPLOY_FAILED'
  | 'FORK_LEAK'
  | 'GATEWAY_EXITED'
  | 'GUARDIAN_EXITED'
  | 'INTERNAL'
  | 'INTERRUPTED'
  | 'JOB_STALLED'
  | 'MODEL_KEY_MISSING'
  | 'MODEL_UNKNOWN'
  | 'NOT_REPRODUCED'
  | 'OBSERVATION_FAILED'
  | 'OTEL_REFUSED'
  | 'OTEL_UNREACHABLE'
  | 'PORT_IN_USE'
  | 'OUTPUT_UNWRITABLE'
  | 'QUEUE_IDLE'
  | 'QUEUE_LOST'
  | 'QUEUE_UNREACHABLE'
  | 'RECORD_REFUSED'
  | 'RECORD_UNREADABLE'
  | 'RPC_CLOSED'
  | 'RPC_ERROR'
  | 'RPC_TIMEOUT'
  | 'RPC_UNREACHABLE'
  | 'SCENARIO_INVALID'
  | 'SETTINGS_CHANGED'
  | 'SIDECAR_EXITED'
  | 'SOCKET_IN_USE'
  | 'STEP_IMPOSSIBLE'
  | 'STORE_CORRUPT'
  | 'STORE_UNREADABLE'
  | 'WORKER_DIED'
  | 'WORKER_UNLIKE'

/** What a person needs to mend a broken run. */
export interface HarnessErrorDetails {
  /** What the harness needed, e.g. "an anvil binary". */
  expected?: string
  /** What it found instead. */
  found?: string
  /** File, URL, port or step at which it happened. */
  where?: string
  /** The way out, as an instruction. */
  hint: string
  cause?: unknown
}

/**
 * Report a failure of the harness (never of the stack under test).
 *
 * @example throw new HarnessError('PORT_IN_USE', 'port 8545 is taken', { hint: 'pass --port 0 to pick a free one' })
 */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  readonly code: HarnessErrorCode
  readonly shortMessage: string
  readonly details: HarnessErrorDetails

  constructor(code: HarnessErrorCode, message: string, given: HarnessErrorDetails) {
    // Here the words of nodes, providers and libraries become the harness' own.
    const shortMessage = redactUrls(message)
    const details: HarnessErrorDetails = { hint: redactUrls(given.hint) }
    if (given.cause !== undefined) details.cause = given.cause
    for (const name of ['where', 'expected', 'found'] as const) {
      if (given[name] !== undefined) details[name] = redactUrls(given[name])
    }
    const lines = [shortMessage]
    if (details.where !== undefined) lines.push(`  where:    ${details.where}`)
    if (details.expected !== undefined) lines.push(`  expected: ${details.expected}`)
    if (details.found !== undefined) lines.push(`  found:    ${details.found}`)
    lines.push(`  do:       ${details.hint}`)
    super(lines.join('\n'), { cause: details.cause })
    this.code = code
    this.shortMessage = shortMessage
    this.details = details
  }
}

/** Say at which place of a file something went wrong, before what an error knows of where it was. */
export function placeError(error: HarnessError, place: string): HarnessError {
  const { where, ...details } = error.details
  const known = where === undefined ? place : `${place}, ${where}`
  return new HarnessError(error.code, error.shortMessage, { ...details, where: known, cause: error })
}

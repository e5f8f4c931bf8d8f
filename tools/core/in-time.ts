import { CHAIN_TIMEOUT_MS } from './bounded-requests.ts'
import type { Clock } from './clock.ts'
import { describeCause } from './describe-cause.ts'
import { findToolError, ToolError } from './errors.ts'
import { within } from './within.ts'

/**
 * Wait for an answer from the chain, but not for ever.
 *
 * @throws ToolError CHAIN_TIMEOUT, CHAIN_READ_FAILED
 */
export async function inTime<T>(
  clock: Pick<Clock, 'setTimer'>,
  answer: Promise<T>,
  subject: string,
): Promise<T> {
  const tooLate = () => new ToolError('CHAIN_TIMEOUT', { subject, expected: CHAIN_TIMEOUT_MS })
  try {
    return await within(clock, CHAIN_TIMEOUT_MS, answer, tooLate)
  } catch (cause) {
    throw chainReadFailed(subject, cause)
  }
}

/** Say of a request which the node did not answer what was to be read; what has a name of its own keeps it. */
export const chainReadFailed = (subject: string, cause: unknown): ToolError =>
  findToolError(cause) ??
  new ToolError('CHAIN_READ_FAILED', { subject, reason: describeCause(cause) }, { cause })

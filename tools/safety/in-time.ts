import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import { within } from '../core/within.ts'

/** Longest time for what a decision waits for from the chain. */
const CHAIN_TIMEOUT_MS = 10_000

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
    if (cause instanceof ToolError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ToolError('CHAIN_READ_FAILED', { subject, reason }, { cause })
  }
}

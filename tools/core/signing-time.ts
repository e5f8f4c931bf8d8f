import type { Clock } from './clock.ts'
import { describeCause } from './describe-cause.ts'
import { ToolError } from './errors.ts'
import { within } from './within.ts'

/** Longest time that a signer may take; a person with a hardware wallet needs most of it. */
export const SIGN_TIMEOUT_MS = 30_000

/** Runs of hex as long as a key have no place in a message, whatever a signer says. */
const LONG_HEX = /(0x)?[0-9a-f]{64,}/gi

/**
 * Answer within a signer's time, or deny.
 *
 * @throws ToolError SIGNER_FAILED, SIGNER_TIMED_OUT
 */
export async function withinSigningTime<Result>(
  clock: Pick<Clock, 'setTimer'>,
  body: () => Promise<Result>,
): Promise<Result> {
  const tooLate = () => new ToolError('SIGNER_TIMED_OUT', { timeoutMs: SIGN_TIMEOUT_MS })
  try {
    return await within(clock, SIGN_TIMEOUT_MS, (async () => body())(), tooLate)
  } catch (cause) {
    if (cause instanceof ToolError) throw cause
    throw new ToolError('SIGNER_FAILED', { reason: describeCause(cause).replaceAll(LONG_HEX, '…') })
  }
}

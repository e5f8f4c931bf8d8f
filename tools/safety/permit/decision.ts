import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import { within } from '../../core/within.ts'

/** Longest time for one decision, however many answers of the chain it needs. */
const DECISION_TIMEOUT_MS = 30_000

/**
 * Decide within a budget. The body closes the decision right before it makes anything durable: up to there it can be
 * too late, and what is still under way then comes to nothing; from there on the budget is over.
 *
 * @throws ToolError CHAIN_TIMEOUT
 */
export async function decideInTime<T>(
  clock: Pick<Clock, 'setTimer'>,
  body: (close: () => void) => Promise<T>,
): Promise<T> {
  const tooLate = () =>
    new ToolError('CHAIN_TIMEOUT', { subject: 'a decision', expected: DECISION_TIMEOUT_MS })
  const closed = Promise.withResolvers<void>()
  let isOver = false
  const close = () => {
    if (isOver) throw tooLate()
    closed.resolve()
  }
  const decided = body(close)
  await within(clock, DECISION_TIMEOUT_MS, Promise.race([closed.promise, decided]), () => {
    isOver = true
    return tooLate()
  }).catch((cause: unknown) => {
    // Whatever comes of it now, nobody waits for it.
    decided.catch(() => undefined)
    throw cause
  })
  return decided
}

import type { Clock } from './clock.ts'

/** Wait for an answer, but no longer than a time; what comes instead of it is thrown. */
export async function within<T>(
  clock: Pick<Clock, 'setTimer'>,
  timeoutMs: number,
  answer: Promise<T>,
  tooLate: () => Error,
): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const cancel = clock.setTimer(timeoutMs, () => reject(tooLate()))
  try {
    return await Promise.race([answer, expired])
  } finally {
    cancel()
  }
}

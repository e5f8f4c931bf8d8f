import type { Clock } from '../core/clock.ts'
import type { Guardian } from './guardian.ts'
import { decodeGuardianAnswer, encodeGuardianRequest } from './guardian-wire.ts'

/**
 * Send one line over a connection of its own and wait for one line; the signal gives the connection up.
 *
 * Rejects when nobody listens, and when the other side closes without a whole line.
 */
export type ExchangeLine = (line: string, signal: AbortSignal) => Promise<string>

/**
 * Create the agent's side of a guardian that runs elsewhere. It believes nothing: whoever asks checks the signature.
 *
 * Its `review` rejects without an answer in time, and with one that makes no sense.
 */
export function createGuardianClient(deps: {
  readonly exchange: ExchangeLine
  readonly setTimer: Clock['setTimer']
  readonly timeoutMs: number
}): Guardian {
  const { exchange, setTimer, timeoutMs } = deps
  return {
    async review(request) {
      const connection = new AbortController()
      const { promise: expired, reject } = Promise.withResolvers<never>()
      const cancel = setTimer(timeoutMs, () => reject(new Error(`no answer within ${timeoutMs} ms`)))
      const answer = exchange(encodeGuardianRequest(request), connection.signal)
      // Whatever comes of it once nobody waits any more.
      answer.catch(() => undefined)
      try {
        return decodeGuardianAnswer(await Promise.race([answer, expired]))
      } finally {
        cancel()
        connection.abort()
      }
    },
  }
}

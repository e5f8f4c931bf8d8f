import type { Clock } from '../../core/clock.ts'
import type { Guardian } from './guardian.ts'
import type { Looker } from './guardian-look.ts'
import type { Pauser } from './guardian-pause.ts'
import {
  decodeGuardianAnswer,
  decodeLookAnswer,
  decodePauseAnswer,
  encodeGuardianRequest,
  encodeLookRequest,
  encodePauseRequest,
} from './guardian-wire.ts'

/**
 * Send one line over a connection of its own and wait for one line; the signal gives the connection up.
 *
 * Rejects when nobody listens, and when the other side closes without a whole line.
 */
export type ExchangeLine = (line: string, signal: AbortSignal) => Promise<string>

/** A guardian that signs actions and, in a halt, pauses the cage. */
export interface EmergencyGuardian extends Guardian, Pauser {}

/**
 * Create the agent's side of a guardian that runs elsewhere. It believes nothing: the caller checks the signature,
 * or looks whether the cage is paused.
 *
 * It rejects without an answer in time, and with one that makes no sense.
 */
export function createGuardianClient(deps: {
  readonly exchange: ExchangeLine
  readonly setTimer: Clock['setTimer']
  readonly timeoutMs: number
}): EmergencyGuardian & Looker {
  const { exchange, setTimer, timeoutMs } = deps
  const ask = async (line: string): Promise<string> => {
    const connection = new AbortController()
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const cancel = setTimer(timeoutMs, () => reject(new Error(`no answer within ${timeoutMs} ms`)))
    const answer = exchange(line, connection.signal)
    // Whatever comes of it once nobody waits any more.
    answer.catch(() => undefined)
    try {
      return await Promise.race([answer, expired])
    } finally {
      cancel()
      connection.abort()
    }
  }
  return {
    review: async (request) => decodeGuardianAnswer(await ask(encodeGuardianRequest(request))),
    pause: async (request) => decodePauseAnswer(await ask(encodePauseRequest(request))),
    look: async (request) => decodeLookAnswer(await ask(encodeLookRequest(request))),
  }
}

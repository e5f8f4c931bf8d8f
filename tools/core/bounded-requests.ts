import type { Clock } from './clock.ts'
import { ToolError } from './errors.ts'
import { within } from './within.ts'

/** Longest time for one request to a node, and for what a decision waits for at once. */
export const CHAIN_TIMEOUT_MS = 10_000

/** A connection to a node. */
export interface RequestPort {
  /** Send one request; the signal says that nobody waits for the answer any longer. */
  request<T>(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<T>
}

/**
 * Bound every request of a connection. Above it a client shares what is under way between callers that ask the same, so
 * that one request without an end would be nobody's answer for ever.
 */
export const boundRequests = (port: RequestPort, clock: Pick<Clock, 'setTimer'>): RequestPort => ({
  async request<T>(method: string, params?: readonly unknown[]): Promise<T> {
    const controller = new AbortController()
    const tooLate = () => {
      const error = new ToolError('CHAIN_TIMEOUT', { subject: method, expected: CHAIN_TIMEOUT_MS })
      controller.abort(error)
      return error
    }
    return within(clock, CHAIN_TIMEOUT_MS, port.request<T>(method, params, controller.signal), tooLate)
  },
})

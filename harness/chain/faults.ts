import { type RpcClient, RpcError } from './rpc-client.ts'

/** What can go wrong with a request: before it reaches the node, or on the way back. */
export type RpcFaultKind =
  /** The node gets the request and acts on it; its answer is lost. */
  | 'reply-lost'
  /** The request never reaches the node. */
  | 'request-lost'
  /** The node answers that there are too many requests. */
  | 'rate-limited'
  /** The node answers that it cannot serve anybody now. */
  | 'unavailable'
  /** The node answers {@link SLOW_ANSWER_MS} later. */
  | 'slow'
  /** The node never answers. */
  | 'hang'

/** A fault of the next requests of one method, or of any. */
export interface RpcFault {
  readonly kind: RpcFaultKind
  readonly method?: string
  readonly times: number
}

/** A connection whose faults are injected. */
export interface FaultyRpc extends RpcClient {
  inject(fault: RpcFault): void
}

/** Time as faults need it. */
export interface FaultTimers {
  setTimer(delayMs: number, callback: () => void): () => void
  awaitAnswer<T>(answer: Promise<T>): Promise<T>
  beginWait(subject: string): () => void
}

/** How late a slow node answers: just within the time for one request. */
const SLOW_ANSWER_MS = 9_000

/** JSON-RPC code with which providers refuse too many requests. */
const RATE_LIMITED = -32_005

/** JSON-RPC code with which providers say that they are overloaded. */
const UNAVAILABLE = -32_603

/** Put injected faults before a connection; a request that hangs does so until nobody waits for it any longer. */
export function withFaults(rpc: RpcClient, timers: FaultTimers): FaultyRpc {
  let faults: (RpcFault & { left: number })[] = []
  const take = (method: string): RpcFaultKind | undefined => {
    const fault = faults.find((candidate) => candidate.method === undefined || candidate.method === method)
    if (fault === undefined) return undefined
    fault.left -= 1
    faults = faults.filter(({ left }) => left > 0)
    return fault.kind
  }
  return {
    inject(fault) {
      faults.push({ ...fault, left: fault.times })
    },
    async request<T>(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<T> {
      const ask = () => timers.awaitAnswer(rpc.request<T>(method, params))
      switch (take(method)) {
        case 'reply-lost':
          await ask()
          throw new RpcError(method, { code: -32_000, message: 'the connection was reset' })
        case 'request-lost':
          throw new RpcError(method, { code: -32_000, message: 'the connection was refused' })
        case 'rate-limited':
          throw new RpcError(method, { code: RATE_LIMITED, message: '429 too many requests' })
        case 'unavailable':
          throw new RpcError(method, { code: UNAVAILABLE, message: '503 service unavailable' })
        case 'slow': {
          const { promise, resolve } = Promise.withResolvers<void>()
          const end = timers.beginWait(method)
          timers.setTimer(SLOW_ANSWER_MS, resolve)
          await promise
          end()
          return ask()
        }
        case 'hang': {
          const { promise, reject } = Promise.withResolvers<never>()
          const end = timers.beginWait(method)
          signal?.addEventListener('abort', () => {
            end()
            reject(signal.reason)
          })
          return promise
        }
        case undefined:
          return ask()
      }
    },
    get roundTrips() {
      return rpc.roundTrips
    },
    resetRoundTrips: () => rpc.resetRoundTrips(),
    ...(rpc.onRequest ? { onRequest: rpc.onRequest } : {}),
    close: () => rpc.close(),
  }
}

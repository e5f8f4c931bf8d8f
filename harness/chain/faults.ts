import { type RpcClient, RpcError } from './rpc-client.ts'

/** What can go wrong with a request: before it reaches the node, or on the way back. */
export type RpcFaultKind =
  /** The node gets the request and acts on it; its answer is lost. */
  | 'reply-lost'
  /** The request never reaches the node. */
  | 'request-lost'
  /** The node answers that there are too many requests. */
  | 'rate-limited'
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

/** JSON-RPC code with which providers refuse too many requests. */
const RATE_LIMITED = -32_005

/** Put injected faults before a connection; `onHang` is told of a request that will not be answered. */
export function withFaults(rpc: RpcClient, onHang: () => void): FaultyRpc {
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
    async request<T>(method: string, params?: readonly unknown[]): Promise<T> {
      switch (take(method)) {
        case 'reply-lost':
          await rpc.request(method, params)
          throw new RpcError(method, { code: -32_000, message: 'the connection was reset' })
        case 'request-lost':
          throw new RpcError(method, { code: -32_000, message: 'the connection was refused' })
        case 'rate-limited':
          throw new RpcError(method, { code: RATE_LIMITED, message: '429 too many requests' })
        case 'hang':
          onHang()
          return new Promise<never>(() => {})
        case undefined:
          return rpc.request<T>(method, params)
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

import { createRequestCounter } from './request-counter.ts'
import type { RpcClient } from './rpc-client.ts'

/** Give another side a connection that is already open, with a count of its own; the connection counts for both. */
export function shareConnection(rpc: RpcClient): RpcClient {
  const counter = createRequestCounter()
  return {
    request(method, params = [], signal) {
      counter.count(method, params)
      return rpc.request(method, params, signal)
    },
    get roundTrips() {
      return counter.roundTrips
    },
    resetRoundTrips: counter.resetRoundTrips,
    onRequest: counter.onRequest,
    close: rpc.close,
  }
}

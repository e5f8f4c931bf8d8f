import type { RpcClient } from '../../../harness/chain/rpc-client.ts'

/** Measure how long at least one request of some connections is on its way. */
export function watchRequests(clients: readonly RpcClient[]): { busyMs(): number } {
  let inFlight = 0
  let since = 0
  let busyMs = 0
  for (const client of clients) {
    const original = client.request.bind(client)
    client.request = async <T>(method: string, params?: readonly unknown[], signal?: AbortSignal) => {
      if (inFlight === 0) since = performance.now()
      inFlight += 1
      try {
        return await original<T>(method, params, signal)
      } finally {
        inFlight -= 1
        if (inFlight === 0) busyMs += performance.now() - since
      }
    }
  }
  return { busyMs: () => busyMs }
}

import type { RequestHook, RpcClient } from './rpc-client.ts'

/** The part of an {@link RpcClient} that is the same for every transport. */
export interface RequestCounter {
  /** Count a request and tell the hooks. */
  count(method: string, params: readonly unknown[]): void
  readonly roundTrips: number
  readonly resetRoundTrips: RpcClient['resetRoundTrips']
  readonly onRequest: NonNullable<RpcClient['onRequest']>
}

/** Create the counter of one connection. */
export function createRequestCounter(): RequestCounter {
  const hooks = new Set<RequestHook>()
  let roundTrips = 0
  return {
    count(method, params) {
      roundTrips += 1
      for (const hook of hooks) hook(method, params)
    },
    get roundTrips() {
      return roundTrips
    },
    resetRoundTrips() {
      roundTrips = 0
    },
    onRequest(hook) {
      hooks.add(hook)
      return () => hooks.delete(hook)
    },
  }
}

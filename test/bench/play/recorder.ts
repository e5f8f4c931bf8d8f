import type { RpcClient } from '../../../harness/chain/rpc-client.ts'

/** A request to one of several connections, which are counted. */
export interface RecordedRequest {
  readonly client: number
  readonly method: string
  readonly params: readonly unknown[] | undefined
  /** Since the recording began. */
  readonly startMs: number
  durationMs: number
}

/** Requests that were on their way at the same time: the next group waits for all of them. */
export type RequestGroup = readonly RecordedRequest[]

/**
 * Record what connections are asked while something happens, in groups of what overlaps.
 *
 * @throws whatever it throws
 */
export async function recordRequests(
  clients: readonly RpcClient[],
  body: () => Promise<unknown>,
): Promise<readonly RequestGroup[]> {
  const groups: RecordedRequest[][] = []
  const started = performance.now()
  let inFlight = 0
  const originals = clients.map((client) => client.request)
  for (const [index, client] of clients.entries()) {
    const original = client.request.bind(client)
    client.request = async <T>(method: string, params?: readonly unknown[], signal?: AbortSignal) => {
      const startMs = performance.now() - started
      const request: RecordedRequest = { client: index, method, params, startMs, durationMs: 0 }
      if (inFlight > 0) groups.at(-1)?.push(request)
      else groups.push([request])
      inFlight += 1
      try {
        return await original<T>(method, params, signal)
      } finally {
        request.durationMs = performance.now() - started - startMs
        inFlight -= 1
      }
    }
  }
  try {
    await body()
  } finally {
    for (const [index, client] of clients.entries()) {
      client.request = originals[index] as RpcClient['request']
    }
  }
  return groups
}

/** Number of requests in groups. */
export const countRequests = (groups: readonly RequestGroup[]) =>
  groups.reduce((sum, group) => sum + group.length, 0)

/**
 * Send recorded requests again, with the same concurrency.
 *
 * A revert goes to the snapshot that was taken last, as that of the recorded scenario did: ids are never used twice.
 * Answers the id of the last snapshot, for the next replay.
 */
export async function replayRequests(
  clients: readonly RpcClient[],
  groups: readonly RequestGroup[],
  lastSnapshot?: unknown,
): Promise<unknown> {
  let snapshot = lastSnapshot
  for (const group of groups) {
    await Promise.all(
      group.map(async ({ client, method, params }) => {
        const rpc = clients[client] as RpcClient
        const answer = await rpc.request(method, method === 'evm_revert' ? [snapshot] : params)
        if (method === 'evm_snapshot') snapshot = answer
      }),
    )
  }
  return snapshot
}

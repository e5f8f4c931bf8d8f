import type { RpcClient } from '../../harness/chain/rpc-client.ts'

interface RecordedRequest {
  readonly client: number
  readonly method: string
  readonly params: readonly unknown[] | undefined
}

/** Requests that were on their way at the same time. */
type RecordedGroup = RecordedRequest[]

/** Records what a set of connections is asked, so that it can be asked again without the stack. */
export interface Recorder {
  readonly requests: number
  start(): void
  stop(): void
  /** Send the recorded requests again, with the same concurrency. */
  replay(): Promise<void>
}

/** Put a recorder in front of connections. */
export function createRecorder(clients: readonly RpcClient[]): Recorder {
  let groups: RecordedGroup[] | undefined
  let last: RecordedGroup[] = []
  let inFlight = 0
  const originals = clients.map((client) => client.request.bind(client))
  for (const [index, client] of clients.entries()) {
    const original = originals[index] as RpcClient['request']
    client.request = async <T>(method: string, params?: readonly unknown[]) => {
      if (groups) {
        const request = { client: index, method, params }
        if (inFlight > 0) groups.at(-1)?.push(request)
        else groups.push([request])
      }
      inFlight += 1
      try {
        return await original<T>(method, params)
      } finally {
        inFlight -= 1
      }
    }
  }
  return {
    get requests() {
      return last.reduce((sum, group) => sum + group.length, 0)
    },
    start() {
      groups = []
    },
    stop() {
      last = groups ?? []
      groups = undefined
    },
    async replay() {
      for (const group of last) {
        await Promise.all(
          group.map(({ client, method, params }) =>
            (originals[client] as RpcClient['request'])(method, params),
          ),
        )
      }
    },
  }
}

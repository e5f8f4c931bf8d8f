import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { HarnessError } from '../errors.ts'
import { createFaultQueue, type Striking } from './fault-queue.ts'
import type { FetchedSlots } from './fetched-slots.ts'
import { type EndpointAnswer, isResult, type RpcEndpoint } from './rpc-endpoint.ts'

/** What can go wrong between a fork and its origin. */
export const UPSTREAM_FAULT_KINDS = ['error', 'http-429', 'http-503', 'delay', 'hang', 'truncated'] as const

/** A fault of the way to the origin. */
export type UpstreamFaultKind = (typeof UPSTREAM_FAULT_KINDS)[number]

/** A fault of the fork's next requests to its origin. */
export interface UpstreamFault extends Striking {
  readonly kind: UpstreamFaultKind
  /** How long a delayed answer takes. */
  readonly delayMs?: number
}

/** Told what happens on the way to the origin. */
export interface UpstreamListener {
  /** A request is struck. */
  onStruck(): void
  /** A request will not be answered. */
  onHang(): void
  /** An answer takes this long. */
  onDelay(ms: number): void
}

/** Stands between a fork and its origin; the fork never sees the origin's URL, which may hold a key. */
export interface UpstreamProxy {
  readonly url: string
  /** Why the origin itself, and no injected fault, left a request without an answer since the last {@link UpstreamProxy.forget}. */
  readonly failure: HarnessError | undefined
  forget(): void
  /**
   * Ask the origin for a sign of life, past all injected faults.
   *
   * @throws HarnessError RPC_UNREACHABLE
   */
  ping(): Promise<void>
  /** Requests that a fault struck since the last {@link UpstreamProxy.heal}. */
  readonly struck: number
  inject(fault: UpstreamFault, listener: UpstreamListener): void
  /** End all faults; what was held back breaks off. */
  heal(): void
  stop(): Promise<void>
}

interface JsonRequest {
  readonly id: unknown
  readonly method: string
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'

/** How long an origin may take to show that it lives. */
const PING_TIMEOUT_MS = 15_000

/** Start a proxy before an origin; `fetched` is shown what passes. */
export async function startUpstreamProxy(
  endpoint: RpcEndpoint,
  fetched: FetchedSlots,
): Promise<UpstreamProxy> {
  const origin = watchOrigin(endpoint)
  const faults = createUpstreamFaults(origin.post, fetched)
  // A fork that rests keeps its connections, those included that it opened and has not used yet: closed under it, the
  // next request would be lost.
  const server = createServer(
    { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 },
    (request, response) => {
      text(request)
        .then((body) => faults.answer(body, response))
        .catch(() => response.destroy())
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get struck() {
      return faults.struck
    },
    get failure() {
      return origin.failure
    },
    forget: origin.forget,
    ping: origin.ping,
    inject: faults.inject,
    heal: faults.heal,
    async stop() {
      faults.heal()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Asks an origin, and keeps why it left a request without an answer. */
function watchOrigin(origin: RpcEndpoint) {
  let failure: HarnessError | undefined
  return {
    get failure() {
      return failure
    },
    forget() {
      failure = undefined
    },
    async post(body: string) {
      try {
        const answer = await origin.post(body)
        if (answer.status >= 400 || !isJson(answer.body)) failure ??= refused(origin.label, answer)
        return answer
      } catch (cause) {
        if (cause instanceof HarnessError) failure ??= cause
        throw cause
      }
    },
    async ping() {
      const answer = await origin.post(PING, { timeoutMs: PING_TIMEOUT_MS })
      if (!isResult(answer)) throw refused(origin.label, answer)
    },
  }
}

/** Answers requests of a fork with what the origin says, where no fault strikes them. */
function createUpstreamFaults(forward: (body: string) => Promise<EndpointAnswer>, fetched: FetchedSlots) {
  const queue = createFaultQueue<UpstreamFault & { readonly listener: UpstreamListener }>()
  let struck = 0
  const held = new Set<ServerResponse>()
  return {
    get struck() {
      return struck
    },
    inject(fault: UpstreamFault, listener: UpstreamListener) {
      queue.inject({ ...fault, listener })
    },
    heal() {
      queue.clear()
      struck = 0
      for (const response of held) response.destroy()
      held.clear()
    },
    async answer(body: string, response: ServerResponse) {
      const send = (status: number, content: string) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(content)
      const parsed = JSON.parse(body) as JsonRequest | readonly JsonRequest[]
      const requests = [parsed].flat() as readonly JsonRequest[]
      const fault = queue.take(...requests.map(({ method }) => method))?.fault
      if (fault !== undefined) {
        struck += 1
        fault.listener.onStruck()
      }
      switch (fault?.kind) {
        case 'error': {
          const error = { code: -32_603, message: 'internal error' }
          const answers = requests.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
          return send(200, JSON.stringify(Array.isArray(parsed) ? answers : answers[0]))
        }
        case 'http-429':
          return send(429, 'too many requests')
        case 'http-503':
          return send(503, 'service unavailable')
        case 'hang':
          held.add(response)
          return fault.listener.onHang()
        case 'truncated': {
          const answer = await forward(body)
          return send(answer.status, answer.body.slice(0, Math.ceil(answer.body.length / 2)))
        }
        case 'delay':
        case undefined: {
          const answer = await forward(body)
          if (fault !== undefined) fault.listener.onDelay(fault.delayMs ?? 0)
          if (isResult(answer)) fetched.note(parsed, JSON.parse(answer.body))
          return send(answer.status, answer.body)
        }
      }
    },
  }
}

const isJson = (body: string) => /^\s*[[{]/.test(body)

const refused = (where: string, { status, body }: EndpointAnswer) =>
  new HarnessError('RPC_UNREACHABLE', 'the origin refuses what the fork asks', {
    where,
    expected: 'a JSON-RPC answer',
    found: `HTTP ${status}: ${body.slice(0, 300)}`,
    hint: 'check URL, key and quota, or leave --rpc-url out to use the embedded origin',
  })

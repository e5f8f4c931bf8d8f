import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { HarnessError } from '../errors.ts'
import { toMethodPattern } from './faults.ts'
import { createRpcEndpoint, type EndpointAnswer, isResult } from './rpc-endpoint.ts'

/** What can go wrong between a fork and its origin. */
export const UPSTREAM_FAULT_KINDS = ['error', 'http-429', 'http-503', 'delay', 'hang', 'truncated'] as const

/** A fault of the way to the origin. */
export type UpstreamFaultKind = (typeof UPSTREAM_FAULT_KINDS)[number]

/** A fault of the fork's next requests to its origin. */
export interface UpstreamFault {
  readonly kind: UpstreamFaultKind
  /** The method, in which `*` stands for anything; any method without. */
  readonly method?: string
  /** How many matching requests pass before it strikes; none without. */
  readonly after?: number
  readonly times?: number
  /** How long a delayed answer takes. */
  readonly delayMs?: number
}

/** Told what happens on the way to the origin. */
export interface UpstreamListener {
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

/** How long an origin may take to show that it lives. */
const PING_TIMEOUT_MS = 15_000

/** Start a proxy before an origin. */
export async function startUpstreamProxy(originUrl: string): Promise<UpstreamProxy> {
  const origin = createRpcEndpoint(originUrl)
  let failure: HarnessError | undefined
  let faults: (UpstreamFault & {
    readonly pattern: RegExp
    readonly listener: UpstreamListener
    passing: number
    left: number
  })[] = []
  let struck = 0
  const held = new Set<ServerResponse>()
  const take = (methods: readonly string[]) => {
    const fault = faults.find((candidate) => {
      if (!methods.some((method) => candidate.pattern.test(method))) return false
      candidate.passing -= 1
      return candidate.passing < 0
    })
    if (fault === undefined) return undefined
    struck += 1
    fault.left -= 1
    faults = faults.filter(({ left }) => left > 0)
    return fault
  }
  const forward = async (body: string) => {
    try {
      const answer = await origin.post(body)
      if (answer.status >= 400 || !isJson(answer.body)) failure ??= refused(origin.label, answer)
      return answer
    } catch (cause) {
      if (cause instanceof HarnessError) failure ??= cause
      throw cause
    }
  }
  const answerTo = async (body: string, response: ServerResponse) => {
    const send = (status: number, content: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(content)
    const parsed = JSON.parse(body) as JsonRequest | readonly JsonRequest[]
    const requests = [parsed].flat() as readonly JsonRequest[]
    const fault = take(requests.map(({ method }) => method))
    switch (fault?.kind) {
      case 'error': {
        const error = { code: -32_603, message: 'internal error' }
        const answers = requests.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
        send(200, JSON.stringify(Array.isArray(parsed) ? answers : answers[0]))
        return
      }
      case 'http-429':
        send(429, 'too many requests')
        return
      case 'http-503':
        send(503, 'service unavailable')
        return
      case 'hang':
        held.add(response)
        fault.listener.onHang()
        return
      case 'truncated': {
        const answer = await forward(body)
        send(answer.status, answer.body.slice(0, Math.ceil(answer.body.length / 2)))
        return
      }
      case 'delay':
      case undefined: {
        const answer = await forward(body)
        if (fault !== undefined) fault.listener.onDelay(fault.delayMs ?? 0)
        send(answer.status, answer.body)
      }
    }
  }
  const server = createServer((request, response) => {
    text(request)
      .then((body) => answerTo(body, response))
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const heal = () => {
    faults = []
    struck = 0
    for (const response of held) response.destroy()
    held.clear()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get struck() {
      return struck
    },
    get failure() {
      return failure
    },
    forget() {
      failure = undefined
    },
    async ping() {
      const answer = await origin.post('{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}', {
        timeoutMs: PING_TIMEOUT_MS,
      })
      if (!isResult(answer)) throw refused(origin.label, answer)
    },
    inject(fault, listener) {
      const { after = 0, times = Number.POSITIVE_INFINITY } = fault
      faults.push({ ...fault, listener, pattern: toMethodPattern(fault.method), passing: after, left: times })
    },
    heal,
    async stop() {
      heal()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
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

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { toMethodPattern } from './faults.ts'

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

/** Stands between a fork and its origin. */
export interface UpstreamProxy {
  readonly url: string
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

/** Start a proxy before an origin. */
export async function startUpstreamProxy(originUrl: string): Promise<UpstreamProxy> {
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
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(originUrl, { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.text() }
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

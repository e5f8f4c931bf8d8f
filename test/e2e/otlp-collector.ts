import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}

/** A span, as OTLP writes it in JSON. */
export interface TakenSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: readonly Attribute[]
}

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly TakenSpan[] }[]
  }[]
}

/** What a collector was asked. */
export interface Asked {
  readonly url: string | undefined
  readonly type: string | undefined
  readonly authorization: string | undefined
  readonly services: readonly (string | undefined)[]
  readonly spans: readonly TakenSpan[]
}

/** Listen for OTLP over HTTP on loopback; `answer` says what is answered, an empty response of OTLP by default. */
export async function startCollector(
  answer: (response: ServerResponse) => unknown = (response) => response.end('{}'),
) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as TraceRequest
    const { url, headers } = request
    asked.push({
      url,
      type: headers['content-type'],
      authorization: headers.authorization,
      services: resourceSpans.map(({ resource }) => readValue(resource.attributes, 'service.name')),
      spans: resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Read an attribute as text. */
export function readValue(attributes: readonly Attribute[], name: string): string | undefined {
  const value = attributes.find(({ key }) => key === name)?.value
  const found = value?.stringValue ?? value?.intValue
  return found === undefined ? undefined : String(found)
}

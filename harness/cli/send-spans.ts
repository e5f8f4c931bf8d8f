import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import { type IExportTraceServiceResponse, JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { Span } from '../../reports/otel/list-spans.ts'
import { explainNoResponse } from '../chain/explain-no-response.ts'
import { HarnessError } from '../errors.ts'
import type { OtelEndpoint } from './otel-endpoint.ts'

type SentSpan = Parameters<typeof JsonTraceSerializer.serializeRequest>[0][number]

/** Spans of one request: some 2 MB, of which collectors take 20. */
const MOST_SPANS = 2000

/** How long an endpoint may take to answer one request. */
const ANSWER_TIMEOUT_MS = 10_000

/** An answer is a few bytes; one that is longer is none. */
const MOST_ANSWER_BYTES = 65_536

/** Who sends, and how long it waits. */
export interface SendOptions {
  readonly version: string
  /** For each request. */
  readonly timeoutMs?: number
}

/**
 * Send spans by OTLP over HTTP, as JSON, each once; the first request that fails ends it.
 *
 * @throws HarnessError OTEL_UNREACHABLE when nobody answers (in time); OTEL_REFUSED when what answers does not take them
 */
export async function sendSpans(
  spans: readonly Span[],
  endpoint: OtelEndpoint,
  { version, timeoutMs = ANSWER_TIMEOUT_MS }: SendOptions,
): Promise<void> {
  const resource = resourceFromAttributes({ 'service.name': 'assay', 'service.version': version })
  for (let first = 0; first < spans.length; first += MOST_SPANS) {
    const batch = spans.slice(first, first + MOST_SPANS).map((span) => toSent(span, resource, version))
    const body = JsonTraceSerializer.serializeRequest(batch)
    if (body === undefined) throw new HarnessError('INTERNAL', 'spans have no text', { hint: 'report this' })
    await post(body, endpoint, timeoutMs)
  }
}

async function post(body: Uint8Array, endpoint: OtelEndpoint, timeoutMs: number): Promise<void> {
  const { status, answer } = await ask(body, endpoint, timeoutMs).catch((cause: unknown) => {
    throw cause instanceof HarnessError ? cause : unreachable(endpoint, timeoutMs, cause)
  })
  if (status < 200 || status > 299) throw refused(endpoint, `the answer ${status}`)
  if (answer.byteLength === 0) return
  const { partialSuccess } = readAnswer(answer, endpoint)
  const rejected = Number(partialSuccess?.rejectedSpans ?? 0)
  if (rejected > 0) throw refused(endpoint, `${rejected} spans that it rejected`)
}

async function ask(body: Uint8Array, endpoint: OtelEndpoint, timeoutMs: number) {
  const { url, authorization } = endpoint
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: Buffer.from(body),
    // Another host is none that was named.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    length += part.byteLength
    if (length > MOST_ANSWER_BYTES) throw refused(endpoint, `an answer of over ${MOST_ANSWER_BYTES} bytes`)
  }
  return { status: response.status, answer: Buffer.concat(parts) }
}

function readAnswer(answer: Buffer, endpoint: OtelEndpoint): IExportTraceServiceResponse {
  // The library takes a page of a proxy for an answer without members.
  const found = parse(answer.toString())
  if (typeof found === 'object' && found !== null) return found
  throw refused(endpoint, 'an answer that is not the JSON of OTLP')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toSent = (span: Span, resource: SentSpan['resource'], version: string): SentSpan => ({
  name: span.name,
  kind: SpanKind.INTERNAL,
  spanContext: () => toContext(span.traceId, span.spanId),
  ...(span.parentSpanId === undefined
    ? {}
    : { parentSpanContext: toContext(span.traceId, span.parentSpanId) }),
  startTime: toHrTime(span.startNs),
  endTime: toHrTime(span.endNs),
  duration: toHrTime(span.endNs - span.startNs),
  status:
    span.error === undefined
      ? { code: SpanStatusCode.UNSET }
      : { code: SpanStatusCode.ERROR, message: span.error },
  attributes: Object.fromEntries(
    Object.entries(span.attributes).map(([name, value]) => [
      name,
      typeof value === 'object' ? [...value] : value,
    ]),
  ),
  links: [],
  events: [],
  ended: true,
  resource,
  instrumentationScope: { name: 'assay', version },
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
})

const toContext = (traceId: string, spanId: string) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED })

const toHrTime = (ns: bigint): [number, number] => [Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)]

const refused = ({ shown }: OtelEndpoint, found: string) =>
  new HarnessError('OTEL_REFUSED', 'the traces were not taken', {
    where: shown,
    expected: 'a collector that takes traces by OTLP over HTTP, as JSON',
    found,
    hint: 'correct the URL of --otel and the keys in it, or see the log of what answered; the reports are written',
  })

function unreachable({ shown, redact }: OtelEndpoint, timeoutMs: number, cause: unknown): HarnessError {
  const { found, hint } = explainNoResponse(cause)
  return new HarnessError('OTEL_UNREACHABLE', 'the traces could not be sent', {
    where: shown,
    expected: `an answer within ${timeoutMs} ms`,
    found: redact(found),
    hint: `${hint ?? 'start the collector, or correct the URL of --otel'}; the reports are written`,
  })
}

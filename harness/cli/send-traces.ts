import type { RunRecord } from '../record/record.ts'
import type { CliIo } from './io.ts'
import type { OtelEndpoint } from './otel-endpoint.ts'

/** Options that choose who takes the traces of a run. */
export interface TracesOptions {
  readonly otel?: OtelEndpoint
}

/** Send the traces of a run where that was asked for; where it fails, say so, and end as broken. */
export async function sendTraces(record: RunRecord, { otel }: TracesOptions, io: CliIo): Promise<void> {
  if (otel === undefined) return
  // A run that sends nothing loads nothing of it.
  const [{ listSpans }, { sendSpans }] = await Promise.all([
    import('../../reports/otel/list-spans.ts'),
    import('./send-spans.ts'),
  ])
  const spans = listSpans(record)
  try {
    await sendSpans(spans, otel, { version: record.provenance.assayVersion })
  } catch (cause) {
    io.tryWrite(() => {
      throw cause
    })
    return
  }
  io.progress(`traces: ${spans.length} spans to ${otel.shown}, trace ${spans[0]?.traceId}`)
}

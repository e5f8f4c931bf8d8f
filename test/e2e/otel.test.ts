import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { parseOtelUrl } from '../../harness/cli/otel-endpoint.ts'
import { sendSpans } from '../../harness/cli/send-spans.ts'
import { createFixtureRecord } from '../../harness/record/fixtures/fixture-record.ts'
import type { RunRecord } from '../../harness/record/record.ts'
import { listSpans } from '../../reports/otel/list-spans.ts'
import { runCommand } from './command.ts'
import { readValue, startCollector } from './otlp-collector.ts'
import { runHere } from './run-here.ts'

const KEY = 'cAnArY0123456789'
const PASSWORD = 'pass/w@rd-canary'
const CREDENTIALS = Buffer.from(`canary-user:${PASSWORD}`).toString('base64')
const SECRETS = [KEY, 'canary-user', PASSWORD, encodeURIComponent(PASSWORD), CREDENTIALS]
const withSecrets = (host: string) => `http://canary-user:${encodeURIComponent(PASSWORD)}@${host}/${KEY}/`

const spans = listSpans(createFixtureRecord())
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})
async function start(answer?: (response: ServerResponse) => unknown) {
  const collector = await startCollector(answer)
  stops.push(collector.stop)
  return collector
}

const expectNoSecret = (text: string) => {
  for (const secret of SECRETS) expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
}

const send = (url: string, timeoutMs = 30_000) =>
  sendSpans(spans, parseOtelUrl(url), { version: '1.2.3', timeoutMs })

describe('sendSpans', () => {
  test('behavior: a collector gets every span, with ids, times, parents, states and attributes', async () => {
    const { asked, host } = await start()
    await send(`http://${host}`)
    const taken = asked.flatMap((each) => each.spans)
    expect(
      taken.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        name: span.name,
        startNs: BigInt(span.startTimeUnixNano),
        endNs: BigInt(span.endTimeUnixNano),
        error: span.status.code === 2 ? span.status.message : undefined,
        verdict: readValue(span.attributes, 'assay.verdict'),
        gas: readValue(span.attributes, 'assay.gas_used'),
      })),
    ).toEqual(
      spans.map(({ attributes, ...span }) => ({
        parentSpanId: undefined,
        error: undefined,
        ...span,
        verdict: attributes['assay.verdict'],
        gas: attributes['assay.gas_used']?.toString(),
      })),
    )
    expect(asked[0]).toMatchObject({ url: '/v1/traces', type: 'application/json', services: ['assay'] })
  })

  test('behavior: many spans go in several requests, each span once', async () => {
    const { asked, host } = await start()
    const many = Array.from({ length: 4001 }, (_, index) => ({
      ...spans[0],
      spanId: index.toString(16).padStart(16, '0'),
    })) as typeof spans
    await sendSpans(many, parseOtelUrl(`http://${host}`), { version: '1.2.3' })
    expect(asked.map((each) => each.spans.length)).toEqual([2000, 2000, 1])
    expect(asked.flatMap((each) => each.spans.map(({ spanId }) => spanId))).toEqual(
      many.map(({ spanId }) => spanId),
    )
  })

  test('behavior: user name and password go in the header; a path that is given whole stays', async () => {
    const { asked, host } = await start()
    await send(withSecrets(host))
    await send(`http://${host}/otlp/v1/traces?key=1`)
    expect(asked.map(({ url, authorization }) => [url, authorization])).toEqual([
      [`/${KEY}/v1/traces`, `Basic ${CREDENTIALS}`],
      ['/otlp/v1/traces?key=1', undefined],
    ])
  })

  const says = (status: number, text: string) => (response: ServerResponse) =>
    response.writeHead(status, { location: '/elsewhere' }).end(text)
  test.each([
    ['400', says(400, SECRETS.join()), 'OTEL_REFUSED', 'the answer 400'],
    ['503, once', says(503, ''), 'OTEL_REFUSED', 'the answer 503'],
    ['another place', says(307, ''), 'OTEL_REFUSED', 'the answer 307'],
    [
      'that it took some',
      says(200, '{"partialSuccess":{"rejectedSpans":"3"}}'),
      'OTEL_REFUSED',
      '3 spans that it rejected',
    ],
    ['a page', says(200, `<html>${KEY}`), 'OTEL_REFUSED', 'not the JSON of OTLP'],
    ['without an end', says(200, ' '.repeat(70_000)), 'OTEL_REFUSED', 'over 65536 bytes'],
    ['by hanging up', (response: ServerResponse) => response.destroy(), 'OTEL_UNREACHABLE', 'found: '],
  ])('error: who answers %s', async (_, answer, code, found) => {
    const { asked, host } = await start(answer)
    const error = (await send(withSecrets(host)).catch((cause: unknown) => cause)) as Error
    expect(error).toMatchObject({ code, message: expect.stringContaining(found) })
    expectNoSecret(error.message)
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['never answers', () => undefined],
    ['never ends its answer', (response: ServerResponse) => response.write('{')],
  ])('error: OTEL_UNREACHABLE, who %s', async (_, answer) => {
    const { host } = await start(answer)
    const error = (await send(withSecrets(host), 300).catch((cause: unknown) => cause)) as Error
    expect(error).toMatchObject({
      code: 'OTEL_UNREACHABLE',
      message: expect.stringMatching(/within 300 ms\n {2}found: {4}none\n/),
    })
    expectNoSecret(error.message)
  })
})

describe('assay run --otel', () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-otel-'))
  const scenario = join(directory, 'wraps.yaml')
  writeFileSync(
    scenario,
    'name: wraps\nsteps:\n  - act: { kind: wrap, amount: 0.01 ETH }\n    expect: { committed: true }\n',
  )
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const run = (out: string, url: string) =>
    runCommand(['run', scenario, '--workers', '1', '--out', join(directory, out), '--otel', url])
  const readAll = (out: string) => {
    const folder = join(directory, out)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    )
    return files.map((each) => readFileSync(join(each.parentPath, each.name), 'utf8')).join('\n')
  }

  test('behavior: the collector has what the record says; the gate sends the same trace; no key is kept', async () => {
    const { asked, host } = await start()
    const { code, stdout, stderr } = await run('sent', withSecrets(host))
    expect(code, stderr).toBe(0)
    const record = JSON.parse(readFileSync(join(directory, 'sent/latest/run.json'), 'utf8')) as RunRecord
    const expected = listSpans(record)
    const idsOf = (index: number) => asked[index]?.spans.map(({ traceId, spanId }) => [traceId, spanId])
    const ids = expected.map(({ traceId, spanId }) => [traceId, spanId])
    expect(expected.length).toBeGreaterThan(2)
    expect(idsOf(0)).toEqual(ids)
    expect(stderr).toContain(`traces: ${expected.length} spans to http://${host}/…, trace ${ids[0]?.[0]}`)
    expectNoSecret(stdout + stderr + readAll('sent'))
    const baseline = join(directory, 'baseline.json')
    const gate = (...args: string[]) =>
      runHere(['gate', '--out', join(directory, 'sent'), '--baseline', baseline, ...args])
    expect((await gate('--update')).code).toBe(0)
    expect((await gate('--otel', `http://${host}`)).code).toBe(0)
    expect(idsOf(1)).toEqual(ids)
  })

  test('error: OTEL_UNREACHABLE, exit code 2 with nobody there; the reports are written', async () => {
    const { host, stop } = await startCollector()
    await stop()
    const { code, stdout, stderr } = await run('unsent', withSecrets(host))
    expect([code, stderr]).toEqual([2, expect.stringMatching(/error OTEL_UNREACHABLE[\s\S]*ECONNREFUSED/)])
    expect(stderr).toContain('verdict: passed')
    expect(existsSync(join(directory, 'unsent/latest/index.html'))).toBe(true)
    expectNoSecret(stdout + stderr + readAll('unsent'))
  })

  test.each([
    ['no URL', `${KEY}`],
    ['another protocol', `redis://canary-user:${KEY}@localhost`],
  ])('error: BAD_USAGE before anything runs, for %s', async (_, url) => {
    const { code, stderr } = await runHere(['run', scenario, '--out', join(directory, 'none'), '--otel', url])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/BAD_USAGE[\s\S]*--otel/)])
    expectNoSecret(stderr)
    expect(existsSync(join(directory, 'none'))).toBe(false)
  })
})

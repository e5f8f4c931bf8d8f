import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { validateToolArguments } from '@earendil-works/pi-ai'
import Type, { type TSchema } from 'typebox'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { bridgeTools, withoutConversion } from '../../bin/gateway/bridge-client.ts'

const PARAMETERS = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
const KEPT = Symbol.for('assay.gateway.connection')

interface Registered {
  prepareArguments(args: unknown): unknown
  execute(id: string, params: unknown, signal?: AbortSignal): Promise<{ content: unknown; details: unknown }>
}

afterEach(() => {
  delete (globalThis as { [KEPT]?: unknown })[KEPT]
  for (const name of Object.keys(process.env)) if (name.startsWith('ASSAY_GATEWAY_')) delete process.env[name]
})

/** Load the client beside a gateway that answers in its own way. */
async function open(answer: RequestListener, timeoutMs = 60_000) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  Object.assign(process.env, {
    ASSAY_GATEWAY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ASSAY_GATEWAY_TOKEN: 'a-token',
    ASSAY_GATEWAY_SESSION: 'main',
    ASSAY_GATEWAY_TIMEOUT_MS: String(timeoutMs),
  })
  return load()
}
function load(): Registered {
  const tools: Registered[] = []
  const pi = { registerTool: (tool: Registered) => tools.push(tool) }
  const tool = { name: 'echo', label: 'l', description: 'd', parameters: PARAMETERS as never }
  void bridgeTools([tool])(pi as never)
  return tools[0] as Registered
}
const reply =
  (body: unknown, status = 200): RequestListener =>
  (_, response) => {
    response.statusCode = status
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const text = (words: string) => ({ content: [{ type: 'text', text: words }] })

test('default: one request with the token in its header, and the answer with its label', async () => {
  const seen: unknown[] = []
  const tool = await open(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization } = request.headers
    seen.push([request.method, request.url, authorization, JSON.parse(Buffer.concat(chunks).toString())])
    response.end(JSON.stringify({ ok: true, result: { ...text('x'), details: { a: 1 } } }))
  })
  // Nobody finds it there any more.
  expect(process.env.ASSAY_GATEWAY_TOKEN).toBeUndefined()
  expect(await tool.execute('1', { text: 'x' })).toEqual({
    ...text('x'),
    details: { tool: 'echo', session: 'main', labels: ['UntrustedExternal'], details: { a: 1 } },
  })
  const body = { tool: 'echo', params: { text: 'x' }, sessionKey: 'main', pid: process.pid }
  expect(seen).toEqual([['POST', '/api/tools/call', 'Bearer a-token', body]])
  // Pi loads extensions anew in the same process.
  await expect(load().execute('2', { text: 'y' })).resolves.toMatchObject(text('x'))
})

test.each([2 ** 31 + 5_000, -1])('behavior: %d ms are no time that is over at once', async (timeoutMs) => {
  const tool = await open((_, response) => {
    const end = () => response.end(JSON.stringify({ ok: true, result: text('x') }))
    setTimeout(end, 100)
  }, timeoutMs)
  await expect(tool.execute('1', { text: 'x' })).resolves.toMatchObject(text('x'))
})

test('error: a result that says it is an error is one', async () => {
  const tool = await open(reply({ ok: true, result: { ...text('no such note'), isError: true } }))
  await expect(tool.execute('1', { text: 'x' })).rejects.toThrow(/^no such note$/)
})

test('error: what the gateway says is passed on with its places', async () => {
  const error = { code: 'INVALID_PARAMS', message: 'm', hint: 'h', problems: [{ path: '/a', message: 'p' }] }
  const tool = await open(reply({ ok: false, error }, 400))
  await expect(tool.execute('1', { text: 'x' })).rejects.toThrow('INVALID_PARAMS: m\n  at /a: p\n  do: h')
})

test.each([
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['another form', { ok: true }],
  ['another form', { ok: 'true', result: text('x') }],
  ['another form', { ok: false, error: 'bad' }],
  ['another form', 'null'],
])('error: GATEWAY_ANSWER_INVALID for %s (%#)', async (_, body) => {
  const tool = await open(reply(body))
  await expect(tool.execute('1', { text: 'x' })).rejects.toThrow(/^GATEWAY_ANSWER_INVALID: .*\n {2}do: /)
})

test('error: GATEWAY_ANSWER_INVALID for an answer that does not end', async () => {
  const chunk = Buffer.alloc(2 ** 20)
  const tool = await open((_, response) => {
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', pour)
    pour()
  })
  await expect(tool.execute('1', { text: 'x' })).rejects.toThrow(
    'GATEWAY_ANSWER_INVALID: the answer has more than 67108864 bytes',
  )
})

test('error: GATEWAY_TIMED_OUT when there is no answer in time', async () => {
  const tool = await open(() => undefined, 50)
  await expect(tool.execute('1', { text: 'x' })).rejects.toThrow(
    'GATEWAY_TIMED_OUT: no answer from the gateway within 50 ms',
  )
})

test.each<[string, RequestListener]>([
  ['before', (request) => request.once('end', () => request.socket.destroy()).resume()],
  [
    'within',
    (_, response) => response.writeHead(200).write('{"ok":true,', () => response.socket?.resetAndDestroy()),
  ],
])('error: GATEWAY_LOST when the connection ends %s its answer, which says nothing of what was done', async (_, answer) => {
  const tool = await open(answer)
  await expect(tool.execute('1', { text: 'x' })).rejects.toThrow(
    /^GATEWAY_LOST: the gateway at http:\S+ gave no whole answer \(\w+\)\n {2}do: the gateway has ended; what it began may have been done/,
  )
})

test('error: the token goes to no other address', async () => {
  let isAsked = false
  const other = createServer((_, response) => {
    isAsked = true
    response.end('{}')
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  const tool = await open((_, response) => response.writeHead(307, { location }).end())
  await expect(tool.execute('1', { text: 'x' })).rejects.toThrow(/^GATEWAY_UNREACHABLE/)
  expect(isAsked).toBe(false)
})

test('behavior: an agent that gives up is told so at once', async () => {
  const stop = new AbortController()
  const tool = await open(() => stop.abort(new Error('given up')))
  await expect(tool.execute('1', { text: 'x' }, stop.signal)).rejects.toThrow('given up')
})

test('error: GATEWAY_NOT_CONFIGURED, GATEWAY_UNREACHABLE', async () => {
  await expect(load().execute('1', { text: 'x' })).rejects.toThrow(/^GATEWAY_NOT_CONFIGURED: /)
  // The port that discards: nothing listens there.
  Object.assign(process.env, { ASSAY_GATEWAY_URL: 'http://127.0.0.1:9', ASSAY_GATEWAY_TOKEN: 'a-token' })
  await expect(load().execute('1', { text: 'x' })).rejects.toThrow(/^GATEWAY_UNREACHABLE: /)
})

test.each([
  {},
  { text: 1 },
  { text: null },
  null,
  [],
  'x',
])('error: INVALID_PARAMS for %j, before Pi converts it', (args) => {
  expect(() => load().prepareArguments(args)).toThrow(/^INVALID_PARAMS: \//)
})

test('behavior: what fits a schema reaches the gateway as the model gave it, which Pi alone would change', () => {
  const pass = (parameters: TSchema, args: object) =>
    validateToolArguments(
      { name: 'echo', description: 'd', parameters } as never,
      { type: 'toolCall', id: '1', name: 'echo', arguments: args } as never,
    )
  const inner = Type.Object({ a: Type.String() })
  const built = Type.Object(
    { a: Type.Unsafe({}), b: Type.Optional(Type.Boolean()) },
    { additionalProperties: inner },
  )
  expect(pass(built, { a: { a: 5 } })).toEqual({ a: { a: '5' } })
  expect(pass(withoutConversion(built), { a: { a: 5 } })).toEqual({ a: { a: 5 } })
  const kept = Type.Unsafe({
    type: 'object',
    patternProperties: { '^a': { type: 'integer' } },
    additionalProperties: { type: 'string' },
  })
  expect(() => pass(kept, { ab: 5 })).toThrow('Validation failed')
  expect(pass(withoutConversion(kept), { ab: 5 })).toEqual({ ab: 5 })
})

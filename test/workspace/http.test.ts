import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHttpPorts } from '../../bin/workspace/http-ports.ts'
import { serveHttp } from '../../bin/workspace/serve-http.ts'
import type { ToolBackend } from '../../tools/workspace/backend.ts'
import { createMemoryBackend } from '../../tools/workspace/backends/memory-backend.ts'
import { createHttpBackend, type HttpPorts } from '../../tools/workspace/http/http-backend.ts'
import { MOST_MESSAGE_BYTES } from '../../tools/workspace/http/messages.ts'
import { serveBackend } from '../../tools/workspace/http/serve-backend.ts'
import { createAllTools } from '../../tools/workspace/presets.ts'
import { workspaceError } from '../../tools/workspace/workspace-errors.ts'
import { CLOCK } from './clock.ts'

const TOKEN = 'right'

async function serve() {
  const memory = createMemoryBackend()
  await memory.file.writeFile('a.txt', new TextEncoder().encode('one'))
  const server = await serveHttp(serveBackend(memory, TOKEN))
  onTestFinished(server.close)
  return { memory, url: server.url }
}

const post = (
  url: string,
  body: string,
  headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` },
) => fetch(url, { method: 'POST', headers, body })

test('behavior: a command of which nobody reads any more is stopped, though it writes nothing', async () => {
  const stopped = Promise.withResolvers<{ exitCode: number }>()
  const run: ToolBackend['exec']['run'] = (_command, _onOutput, signal) => {
    signal.addEventListener('abort', () => stopped.resolve({ exitCode: 137 }))
    return stopped.promise
  }
  const handle = serveBackend({ ...createMemoryBackend(), exec: { run } }, TOKEN)
  const response = await handle(
    new Request('http://localhost/run', {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ id: 'a', program: 'sleep', args: ['60'] }),
    }),
  )
  await response.body?.cancel()
  expect(await stopped.promise).toEqual({ exitCode: 137 })
})

/** A backend whose server answers as it is told. */
const answering = (fetch: HttpPorts['fetch']) =>
  createHttpBackend(
    { name: 'cloud', url: 'http://127.0.0.1:1/', token: TOKEN },
    { ...createHttpPorts(), fetch },
  )

describe('the server', () => {
  test.each([
    ['none', {}],
    ['a wrong one', { authorization: 'Bearer wrong' }],
    ['its beginning', { authorization: 'Bearer righ' }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
  ])('error: 401 for a token that is %s', async (_, headers) => {
    const { url } = await serve()
    const response = await post(`${url}/read`, '{"path":"a.txt","from":0,"most":9}', headers)
    expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining(TOKEN)])
  })

  test.each([
    ['no JSON', '{', 'is no JSON'],
    ['another form', '{"path":"a.txt"}', 'from'],
    ['a key too many', '{"path":"a","from":0,"most":1,"x":1}', 'unknown key'],
    ['too much', `{"path":"${'a'.repeat(17 * 1_024 * 1_024)}"}`, 'bytes'],
  ])('error: ARGUMENT_INVALID for %s', async (_, body, problem) => {
    const { url } = await serve()
    const response = await post(`${url}/read`, body)
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(problem)])
  })

  test('error: 404 for what there is not', async () => {
    const { url } = await serve()
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect((await fetch(`${url}/read`, { headers })).status).toBe(404)
    expect((await post(`${url}/toString`, '{}')).status).toBe(404)
  })
})

describe('the client', () => {
  test('error: codes of the server are codes of the backend', async () => {
    const { url } = await serve()
    const backend = createHttpBackend({ name: 'cloud', url, token: TOKEN }, createHttpPorts())
    const part = { from: 0, most: 9 }
    await expect(backend.file.readFile('b.txt', part)).rejects.toMatchObject({ code: 'PATH_NOT_FOUND' })
    await expect(backend.file.readFile('../b', part)).rejects.toMatchObject({ code: 'PATH_OUTSIDE' })
    const run = backend.exec.run({ program: 'id', args: [] }, () => undefined, new AbortController().signal)
    await expect(run).rejects.toMatchObject({ code: 'EXEC_UNSUPPORTED', args: { backend: 'cloud' } })
  })

  test('error: BACKEND_FAILED for a token that the server does not know', async () => {
    const { url } = await serve()
    const backend = createHttpBackend({ name: 'cloud', url, token: 'wrong' }, createHttpPorts())
    await expect(backend.file.stat('a.txt')).rejects.toMatchObject({ code: 'BACKEND_FAILED' })
  })

  test('error: BACKEND_BESIDE_KEYS for an address that is refused, before anything is sent', async () => {
    let requests = 0
    const server = await serveHttp(async () => {
      requests += 1
      return Response.json({})
    })
    onTestFinished(server.close)
    const seen: (string | undefined)[] = []
    const ports = createHttpPorts((address) => {
      seen.push(address)
      throw workspaceError('BACKEND_BESIDE_KEYS', { host: 'a name' })
    })
    const url = server.url.replace('127.0.0.1', 'localhost')
    const backend = createHttpBackend({ name: 'cloud', url, token: TOKEN }, ports)
    await expect(backend.file.mkdirAll('a')).rejects.toMatchObject({ code: 'BACKEND_BESIDE_KEYS' })
    const run = backend.exec.run({ program: 'id', args: [] }, () => undefined, new AbortController().signal)
    await expect(run).rejects.toMatchObject({ code: 'BACKEND_BESIDE_KEYS' })
    expect([seen, requests]).toEqual([['127.0.0.1', '127.0.0.1'], 0])
  })

  test('behavior: the token is sent nowhere else', async () => {
    const seen: string[] = []
    const other = await serveHttp(async (request) => {
      seen.push(request.headers.get('authorization') ?? '')
      return Response.json({})
    })
    const moved = await serveHttp(
      async () => new Response(null, { status: 307, headers: { location: other.url } }),
    )
    onTestFinished(async () => {
      await other.close()
      await moved.close()
    })
    const backend = createHttpBackend({ name: 'cloud', url: moved.url, token: TOKEN }, createHttpPorts())
    await expect(backend.file.mkdirAll('a')).rejects.toMatchObject({ code: 'BACKEND_DISCONNECTED' })
    expect(seen).toEqual([])
  })

  test('behavior: a call that is stopped ends though the server says nothing, and lets go of the connection', async () => {
    const waiting: string[] = []
    let gone = 0
    const server = createServer(({ url = '' }, response) => {
      waiting.push(url)
      response.on('close', () => {
        gone += 1
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const backend = createHttpBackend({ name: 'cloud', url, token: TOKEN }, createHttpPorts())
    const tools = createAllTools({ backend, clock: CLOCK, killTimeoutMs: 10 })
    for (const [name, args, operation, code] of [
      ['read', { path: 'a.txt' }, '/read', 'CALL_STOPPED'],
      ['write', { path: 'a.txt', content: 'x' }, '/write', 'WRITE_UNCERTAIN'],
      ['edit', { path: 'a.txt', oldText: 'x', newText: 'y' }, '/read', 'CALL_STOPPED'],
      ['grep', { pattern: 'x' }, '/stat', 'CALL_STOPPED'],
      ['find', { pattern: '*' }, '/list', 'CALL_STOPPED'],
      ['bash', { command: 'id' }, '/run', 'COMMAND_UNENDED'],
    ] as const) {
      const caller = new AbortController()
      const tool = tools.find((each) => each.name === name)
      let codes: readonly unknown[] = ['goes on']
      void tool?.execute(args, { signal: caller.signal }).then(({ content }) => {
        codes = content.map((block) => (block.kind === 'error' ? block.errCode : block))
      })
      await expect.poll(() => waiting.at(-1)).toBe(operation)
      const before = gone
      caller.abort()
      await expect.poll(() => [name, codes]).toEqual([name, [code]])
      if (name !== 'bash') await expect.poll(() => gone).toBe(before + 1)
    }
  })

  test('error: BACKEND_FAILED for an answer that is larger than any may be', async () => {
    const padding = ' '.repeat(2 * MOST_MESSAGE_BYTES)
    const { file } = answering(async () => new Response(`{${padding}}`))
    await expect(file.mkdirAll('a')).rejects.toMatchObject({ code: 'BACKEND_FAILED' })
  })

  test('behavior: of more than was asked for, what was asked for is read', async () => {
    const data = Buffer.from('one two').toString('base64')
    const { file } = answering(async () => Response.json({ data, sizeBytes: 7 }))
    const { bytes } = await file.readFile('a', { from: 0, most: 3 })
    expect(Buffer.from(bytes).toString()).toBe('one')
  })

  test.each([
    ['no JSON', () => new Response('<html>')],
    ['another form', () => Response.json({ data: '***', sizeBytes: 1 })],
    ['a size that is none', () => Response.json({ data: '', sizeBytes: -1 })],
    ['an unknown error', () => Response.json({ error: { code: 'X', args: {} } }, { status: 422 })],
    ['an error of another form', () => Response.json({ error: 'no' }, { status: 500 })],
  ])('error: BACKEND_FAILED for an answer that is %s', async (_, answer) => {
    const reading = answering(async () => answer()).file.readFile('a', { from: 0, most: 9 })
    await expect(reading).rejects.toMatchObject({ code: 'BACKEND_FAILED' })
  })

  test.each([
    ['has no end', '{"stream":"stdout","data":"aGk="}\n', 'BACKEND_DISCONNECTED'],
    ['has a line that is no JSON', 'hi\n', 'BACKEND_FAILED'],
    ['has a line without an end', 'x'.repeat(2 ** 24 + 1), 'BACKEND_FAILED'],
    ['has a line of another form', '{"exitCode":"0"}\n', 'BACKEND_FAILED'],
  ])('error: a run that %s', async (_, text, code) => {
    const { exec } = answering(async () => new Response(text))
    const run = exec.run({ program: 'id', args: [] }, () => undefined, new AbortController().signal)
    await expect(run).rejects.toMatchObject({ code })
  })
})

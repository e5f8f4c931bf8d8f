import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { serveHttp as serveGateway } from '../../bin/gateway/serve-http.ts'
import { type HttpListenOptions, listenHttp } from '../../bin/http/listen-http.ts'
import { serveHttp as serveWorkspace } from '../../bin/workspace/serve-http.ts'

async function listen(options?: HttpListenOptions) {
  const server = await listenHttp(async (request, response) => {
    response.end(await text(request))
  }, options)
  onTestFinished(server.close)
  return server
}

test('default: on this machine alone, at a free port', async () => {
  const { url } = await listen()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await (await fetch(url, { method: 'POST', body: 'x' })).text()).toBe('x')
})

test.each([
  ['the gateway', () => serveGateway(async () => ({ status: 200, body: 'x' }), '::1', 0)],
  ['a workspace', () => serveWorkspace(async () => Response.json('x'), 0, '::1')],
])('behavior: the URL of %s can be used as it is, on IPv6 too', async (_, serve) => {
  const { url, close } = await serve()
  onTestFinished(close)
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect(await (await fetch(url)).json()).toBe('x')
})

test.each([
  ['headers', 'POST / HTTP/1.1\r\nhost: x\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx'],
])('behavior: %s without an end are not waited for', async (_, part) => {
  const { url } = await listen({ headersMs: 50, requestMs: 50 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(part)
  const answered = text(socket)
  await once(socket, 'close')
  expect(await answered).toMatch(/^HTTP\/1\.1 408 /)
})

test('behavior: an answer that fails closes its connection, and no other one', async () => {
  const server = await listenHttp(async (request, response) => {
    if (request.url === '/bad') throw new Error('boom')
    response.end('x')
  })
  onTestFinished(server.close)
  await expect(fetch(`${server.url}/bad`)).rejects.toThrow()
  expect(await (await fetch(server.url)).text()).toBe('x')
})

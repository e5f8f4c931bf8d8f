import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Listening } from '../../tools/gateway/gateway.ts'
import type { Service } from '../../tools/gateway/service.ts'

/** How long a request may take to arrive as a whole, and its headers alone. */
const REQUEST_MS = 30_000
const HEADERS_MS = 10_000

/**
 * Serve over HTTP.
 *
 * @throws Error when the address cannot be listened at
 */
export async function serveHttp(service: Service, host: string, port: number): Promise<Listening> {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS },
    (request, response) => void answer(service, request, response).catch(() => response.destroy()),
  )
  server.listen(port, host)
  await once(server, 'listening')
  const { port: found } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${found}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const { status, body } = await service({
    method: request.method ?? '',
    path: request.url?.split('?')[0] ?? '',
    authorization: request.headers.authorization,
    readBody: (mostBytes) => readBody(request, mostBytes),
    signal: gone.signal,
  })
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    // What was not read of the request would be taken for the next one.
    ...(request.complete ? {} : { connection: 'close' }),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  })
  response.end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { HttpPorts } from '../../tools/workspace/http/http-backend.ts'
import type { HttpHandler } from '../../tools/workspace/http/serve-backend.ts'

/** A server that runs. */
export interface RunningServer {
  readonly url: string
  close(): Promise<void>
}

/** This process, as an HTTP backend needs it. */
export const HTTP_PORTS: HttpPorts = { fetch, newId: randomUUID }

/** Serve a handler on a port, of this machine alone unless another host is named; 0 is any free port. */
export async function serveHttp(handler: HttpHandler, port = 0, host = '127.0.0.1'): Promise<RunningServer> {
  const server = createServer((request, response) => {
    answer(handler, request, response).catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host}:${taken}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  handler: HttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '/', headers } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const given = new Request(new URL(url, 'http://localhost/'), {
    method,
    headers: headers as Record<string, string>,
    ...(hasBody ? { body: Readable.toWeb(request) as never, duplex: 'half' } : {}),
  })
  const { status, headers: own, body } = await handler(given)
  response.writeHead(status, Object.fromEntries(own))
  if (body === null) response.end()
  else await pipeline(Readable.fromWeb(body as ReadableStream), response)
}

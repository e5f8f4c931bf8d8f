import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { HttpHandler } from '../../tools/workspace/http/serve-backend.ts'
import { type HttpServer, listenHttp } from '../http/listen-http.ts'

/** Serve a handler on a port, of this machine alone unless another host is named; 0 is any free port. */
export const serveHttp = (handler: HttpHandler, port?: number, host?: string): Promise<HttpServer> =>
  listenHttp((request, response) => answer(handler, request, response), { port, host })

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

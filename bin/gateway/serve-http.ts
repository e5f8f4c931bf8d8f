import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Listening } from '../../tools/gateway/gateway.ts'
import type { Service } from '../../tools/gateway/service.ts'
import { listenHttp } from '../http/listen-http.ts'

/**
 * Serve a gateway over HTTP.
 *
 * @throws Error when the address cannot be listened at
 */
export const serveHttp = (service: Service, host: string, port: number): Promise<Listening> =>
  listenHttp((request, response) => answer(service, request, response), { host, port })

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

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens. */
export interface HttpServer {
  /** Without a slash at its end. */
  readonly url: string
  /** End it with every connection that is open. */
  close(): Promise<void>
}

/** Where a server listens, and how long it waits for what comes. */
export interface HttpListenOptions {
  /** This machine alone unless another one is named. */
  readonly host?: string
  /** 0 for any that is free. */
  readonly port?: number
  /** How long a request may take to arrive as a whole, and its headers alone, milliseconds; looked at as often as that. */
  readonly requestMs?: number
  readonly headersMs?: number
}

const LOOPBACK = '127.0.0.1'
const REQUEST_MS = 30_000
const HEADERS_MS = 10_000

/**
 * Serve over HTTP. A connection whose answer fails is closed.
 *
 * @throws Error when the address cannot be listened at
 */
export async function listenHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  { host = LOOPBACK, port = 0, requestMs = REQUEST_MS, headersMs = HEADERS_MS }: HttpListenOptions = {},
): Promise<HttpServer> {
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: headersMs, connectionsCheckingInterval: headersMs },
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  )
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

import { randomUUID } from 'node:crypto'
import { ToolError } from '../../tools/core/errors.ts'
import type { HttpPorts } from '../../tools/workspace/http/http-backend.ts'

/** Load what connects: only those who use this backend do. */
async function openClient(admit: (address: string | undefined) => void) {
  const { Agent, buildConnector, fetch } = await import('undici')
  const connect = buildConnector({})
  const dispatcher = new Agent({
    connect: (options, done) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) return done(error, null)
        try {
          admit(socket.remoteAddress)
        } catch (cause) {
          socket.destroy()
          return done(cause as Error, null)
        }
        done(null, socket)
      }),
  })
  return (url: string, init: RequestInit) =>
    fetch(url, { ...(init as object), dispatcher }) as unknown as Promise<Response>
}

/**
 * Connect to a server as an HTTP backend needs it.
 *
 * @param admit - judges the address of a connection before a request is sent; throws to refuse it
 */
export function createHttpPorts(admit: (address: string | undefined) => void = () => undefined): HttpPorts {
  let client: ReturnType<typeof openClient> | undefined
  return {
    newId: randomUUID,
    async fetch(url, init) {
      client ??= openClient(admit)
      const send = await client
      try {
        return await send(url, init)
      } catch (cause) {
        const reason = (cause as Error).cause
        throw reason instanceof ToolError ? reason : cause
      }
    },
  }
}

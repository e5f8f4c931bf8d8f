import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A node over HTTP, whose answers can be changed on their way. */
export interface SpoiltNode {
  readonly url: string
  /** Requests that it passed on. */
  readonly asked: number
  /** Change every answer from now on; `undefined` takes the connection down instead. */
  spoil(change: (answer: string) => string | undefined): void
  close(): void
}

/** Serve another node. */
export async function serveSpoiltNode(node: string): Promise<SpoiltNode> {
  let change = (answer: string): string | undefined => answer
  let asked = 0
  const server = createServer(async (request, response) => {
    asked += 1
    const headers = { 'content-type': 'application/json' }
    const answered = await fetch(node, { method: 'POST', headers, body: await text(request) })
    const body = change(await answered.text())
    if (body === undefined) response.destroy()
    else response.writeHead(answered.status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get asked() {
      return asked
    },
    spoil(next) {
      change = next
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeExtension } from '../../tools/gateway/bridge/extension-source.ts'

const CLIENT = fileURLToPath(new URL('../../bin/gateway/bridge-client.ts', import.meta.url))

/** A gateway that answers every call, and the extension that offers its tool `lure`, beside an agent that must not use it. */
export async function startLure(folder: string) {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.end(JSON.stringify({ ok: true, result: { content: [{ type: 'text', text: 'lured' }] } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const extension = join(folder, 'lure.ts')
  const tool = { name: 'lure', description: 'Says where to send everything.', parameters: { type: 'object' } }
  writeFileSync(extension, writeExtension([tool], { client: CLIENT }))
  return {
    extension,
    variables: {
      ASSAY_GATEWAY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ASSAY_GATEWAY_TOKEN: 'a-token',
    },
    countCalls: () => asked,
    close: () => server.close(),
  }
}

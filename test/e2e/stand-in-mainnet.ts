import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startAnvil } from '../../harness/chain/anvil.ts'
import { findBinary } from '../../harness/chain/binaries.ts'
import { createRpcEndpoint } from '../../harness/chain/rpc-endpoint.ts'
import { STATE_DIR } from '../../harness/cli/paths.ts'
import { buildOrigin } from '../../harness/world/origin.ts'

/** Secrets of the stand-in's URL. */
export const UPSTREAM_SECRETS = {
  user: 'canary-user',
  password: 'canary/pass@word',
  pathKey: 'cAnArYpAtH0123456789',
  queryKey: 'cAnArYqUeRy0123456789',
}

/** A node that stands for mainnet: chain 1 with the same contracts at the same addresses, behind keys. */
export interface StandIn {
  readonly url: string
  readonly blockNumber: number
  /** How often it was asked. */
  readonly asked: number
  stop(): Promise<void>
}

/** Start a stand-in for mainnet; where it refuses, and in members that no standard knows, it quotes its keys. */
export async function startStandIn(): Promise<StandIn> {
  const binary = findBinary('anvil')
  const snapshot = await buildOrigin({ stateDir: STATE_DIR, anvilBinary: binary })
  const directory = mkdtempSync(join(tmpdir(), 'assay-mainnet-'))
  const loadState = join(directory, 'state.json')
  writeFileSync(loadState, snapshot.readDump())
  const parameters = { noMining: true, accounts: 1, chainId: 1, loadState }
  const anvil = await startAnvil({ binary, directory, name: 'mainnet', parameters })
  const node = createRpcEndpoint(anvil.url)
  const { user, password, pathKey, queryKey } = UPSTREAM_SECRETS
  const path = `/v2/${pathKey}?apikey=${queryKey}`
  let asked = 0
  const server = createServer(async (request, response) => {
    asked += 1
    const body = await text(request)
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const quoted = `${user} ${password} http://${request.headers.host}${request.url} ${request.headers.authorization}`
    if (request.url !== path) return response.writeHead(401).end(quoted)
    // What no chain of the user's has to know: a fork does without.
    if (method === 'eth_getAccountInfo') {
      const error = { code: -32_601, message: `no such method, ${quoted}`, data: quoted }
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
    }
    const answer = JSON.parse((await node.post(body)).body) as { result?: unknown }
    if (method.startsWith('eth_getBlockBy') && answer.result)
      answer.result = { ...answer.result, servedBy: quoted }
    return response.end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}${path}`,
    blockNumber: snapshot.head.number,
    get asked() {
      return asked
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await anvil.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { createRpcEndpoint } from '../../harness/chain/rpc-endpoint.ts'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { boundRequests, type RequestPort } from '../../tools/core/bounded-requests.ts'
import type { Broadcaster, ChainReader } from '../../tools/core/chain.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import type { Clock } from '../../tools/core/clock.ts'

/** How often a receipt is looked for, and how often at most. */
const RECEIPT_EVERY_MS = 500
const RECEIPT_LOOKS = 120

/** One way to a chain. */
export interface ChainRoute {
  readonly chain: ChainReader
  readonly broadcaster: Broadcaster
}

/**
 * Open a way to a chain over HTTP.
 *
 * @throws Error when it serves another chain
 */
export async function openRoute(url: string, chainId: number, clock: Clock): Promise<ChainRoute> {
  const port = boundRequests(connect(url), clock)
  const found = Number(await port.request<Hex>('eth_chainId'))
  if (found !== chainId) throw new Error(`the node serves chain ${found}, the policy is for ${chainId}`)
  const client = createReadClient(port, chainId)
  return {
    chain: createChainReader(client, chainId),
    broadcaster: {
      send: (signed) => port.request<Hex>('eth_sendRawTransaction', [signed]),
      isKnown: async (hash) => (await port.request('eth_getTransactionByHash', [hash])) !== null,
      async waitForReceipt(hash) {
        for (let looks = 0; looks < RECEIPT_LOOKS; looks += 1) {
          const receipt = await port.request('eth_getTransactionReceipt', [hash])
          if (receipt !== null) return client.getTransactionReceipt({ hash })
          await sleep(RECEIPT_EVERY_MS)
        }
        throw new Error('no block came')
      },
    },
  }
}

function connect(url: string): RequestPort {
  const endpoint = createRpcEndpoint(url)
  let id = 0
  return {
    async request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
      id += 1
      const { body } = await endpoint.post(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      const { result, error } = JSON.parse(body) as { result?: T; error?: { code: number; message: string } }
      if (error) throw Object.assign(new Error(`${method}: ${error.message}`), error)
      return result as T
    },
  }
}

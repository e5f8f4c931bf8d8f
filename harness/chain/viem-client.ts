import { createPublicClient, custom, defineChain, type PublicClient } from 'viem'
import type { RpcClient } from './rpc-client.ts'

/**
 * Put a viem client over a connection: one request a read, nothing cached, repeated, batched or fetched elsewhere.
 *
 * Do not wait for receipts with it: viem polls every 4 s. Mine, then read the receipt.
 */
export function createReadClient(rpc: Pick<RpcClient, 'request'>, chainId: number): PublicClient {
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
  return createPublicClient({
    chain,
    cacheTime: 0,
    // A contract that reverts with OffchainLookup would make viem fetch a URL of its choice.
    ccipRead: false,
    transport: custom(
      { request: ({ method, params }) => rpc.request(method, params as readonly unknown[] | undefined) },
      { retryCount: 0 },
    ),
  })
}

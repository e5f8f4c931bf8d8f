import { createPublicClient, custom, defineChain, type PublicClient } from 'viem'
import type { RpcClient } from './rpc-client.ts'

/** Put a viem client over a connection: no polling, no caching, no repeats. */
export function createReadClient(rpc: RpcClient, chainId: number): PublicClient {
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
  return createPublicClient({
    chain,
    cacheTime: 0,
    transport: custom(
      { request: ({ method, params }) => rpc.request(method, params as readonly unknown[] | undefined) },
      { retryCount: 0 },
    ),
  })
}

import {
  createPublicClient,
  custom,
  defineChain,
  type EIP1193RequestFn,
  type PublicClient,
  type Transport,
} from 'viem'
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
    transport: createPlainTransport(rpc),
  })
}

/**
 * Create a transport that hands requests on as they are: what viem does around each of them counts where there are
 * hundreds, and is left to it where one fails, or is to be shared or aborted.
 */
const createPlainTransport =
  (rpc: Pick<RpcClient, 'request'>): Transport =>
  (options) => {
    const open = (request: Request) => custom({ request }, { retryCount: 0 })(options)
    const plain: Request = ({ method, params }) => rpc.request(method, params)
    const whole = open(plain)
    const request: EIP1193RequestFn = async (asked, more) => {
      if (more?.dedupe || more?.signal) return whole.request(asked, more)
      try {
        return (await plain(asked as Asked)) as never
      } catch (cause) {
        // It knows its errors by their codes.
        return open(() => Promise.reject(cause)).request(asked, more)
      }
    }
    return { ...whole, request }
  }

interface Asked {
  readonly method: string
  readonly params?: readonly unknown[]
}

type Request = (asked: Asked) => Promise<unknown>

import { type RpcClient, RpcError } from './rpc-client.ts'

/** Methods that the stack under test may call. */
export const AGENT_METHODS: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'net_version',
])

/** JSON-RPC code for a method that does not exist, which is what the tested side shall see. */
const METHOD_NOT_FOUND = -32_601

/** Keep the tested side from everything that a production node would not offer: `anvil_*`, `evm_*` and the like. */
export const withFirewall = (rpc: RpcClient): RpcClient => ({
  request(method, params) {
    if (AGENT_METHODS.has(method)) return rpc.request(method, params)
    const message = 'the firewall keeps the tested side from this method'
    return Promise.reject(new RpcError(method, { code: METHOD_NOT_FOUND, message }))
  },
  get roundTrips() {
    return rpc.roundTrips
  },
  close: () => rpc.close(),
})

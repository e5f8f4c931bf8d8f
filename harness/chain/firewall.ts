import { type RpcClient, RpcError } from './rpc-client.ts'

/** Methods that the stack under test may call. */
const AGENT_METHODS: ReadonlySet<string> = new Set([
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

/** JSON-RPC code for a method that does not exist, which is what a production node would answer. */
const METHOD_NOT_FOUND = -32_601

/** The tested side asked for a method that a production node would not offer. */
class FirewallError extends RpcError {
  override readonly name = 'FirewallError'

  constructor(method: string) {
    super(method, {
      code: METHOD_NOT_FOUND,
      message: 'the firewall keeps the tested side from this method; only the harness may use it',
    })
  }
}

/**
 * Keep the tested side from everything that a production node would not offer: `anvil_*`, `evm_*`, `hardhat_*`,
 * `debug_*`, `txpool_*`, unlocked accounts, and every method that is not listed.
 *
 * A refused request is a {@link FirewallError} and never reaches the node.
 */
export const withFirewall = (rpc: RpcClient, allowed: ReadonlySet<string> = AGENT_METHODS): RpcClient => ({
  request(method, params) {
    return allowed.has(method) ? rpc.request(method, params) : Promise.reject(new FirewallError(method))
  },
  get roundTrips() {
    return rpc.roundTrips
  },
  resetRoundTrips: () => rpc.resetRoundTrips(),
  ...(rpc.onRequest ? { onRequest: rpc.onRequest } : {}),
  close: () => rpc.close(),
})

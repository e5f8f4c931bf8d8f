import type { Address, Hex } from 'viem'
import { redactUrl } from './redact-url.ts'
import type { RpcClient } from './rpc-client.ts'

/** What a fork shows of itself, by name; equal fingerprints mean that nothing known was left behind. */
export type Fingerprint = Readonly<Record<string, string>>

interface NodeInfo {
  readonly currentBlockNumber: Hex
  readonly currentBlockHash: Hex
  readonly hardFork: string
  readonly transactionOrder: string
  readonly environment: { readonly chainId: number; readonly gasPrice: Hex }
  readonly forkConfig: { readonly forkUrl: string | null; readonly forkBlockNumber: number | null }
}

interface PendingBlock {
  readonly timestamp: Hex
  readonly baseFeePerGas: Hex
  readonly gasLimit: Hex
  readonly miner: Address
}

/** A call whose answer is the same at the start of every scenario. */
export interface WatchedCall {
  /** What it answers, for people. */
  readonly name: string
  readonly to: Address
  readonly data: Hex
}

/**
 * Read the fingerprint of a fork: head, the block that would come next, pool, mining, accounts, upstream.
 *
 * A fork's block hash does not commit to its state (the root is zero), so balance and nonce of the probes are read, and
 * what the watched calls answer.
 */
export async function readFingerprint(
  rpc: RpcClient,
  probes: readonly Address[],
  watched: readonly WatchedCall[] = [],
): Promise<Fingerprint> {
  const [node, next, pool, automine, interval, accounts, answers, ...probed] = await Promise.all([
    rpc.request<NodeInfo>('anvil_nodeInfo'),
    rpc.request<PendingBlock>('eth_getBlockByNumber', ['pending', false]),
    rpc.request<{ pending: Hex; queued: Hex }>('txpool_status'),
    rpc.request<boolean>('anvil_getAutomine'),
    rpc.request<number | null>('anvil_getIntervalMining'),
    rpc.request<Address[]>('eth_accounts'),
    Promise.all(watched.map(({ to, data }) => rpc.request<Hex>('eth_call', [{ to, data }, 'latest']))),
    ...probes.map((address) => rpc.request<Hex>('eth_getBalance', [address, 'latest'])),
    ...probes.map((address) => rpc.request<Hex>('eth_getTransactionCount', [address, 'latest'])),
  ])
  const fingerprint: Record<string, string> = {
    headNumber: node.currentBlockNumber,
    headHash: node.currentBlockHash,
    nextTimestamp: next.timestamp,
    nextBaseFee: next.baseFeePerGas,
    gasLimit: next.gasLimit,
    coinbase: next.miner,
    pending: pool.pending,
    queued: pool.queued,
    automine: String(automine),
    intervalMining: String(interval),
    impersonated: accounts.join(' '),
    chainId: String(node.environment.chainId),
    gasPrice: node.environment.gasPrice,
    hardFork: node.hardFork,
    transactionOrder: node.transactionOrder,
    upstream: `${redactUrl(node.forkConfig.forkUrl ?? '')} block ${node.forkConfig.forkBlockNumber}`,
  }
  for (const [index, address] of probes.entries()) {
    fingerprint[`balance of ${address}`] = `${probed[index]}`
    fingerprint[`nonce of ${address}`] = `${probed[probes.length + index]}`
  }
  for (const [index, { name }] of watched.entries()) fingerprint[name] = `${answers[index]}`
  return fingerprint
}

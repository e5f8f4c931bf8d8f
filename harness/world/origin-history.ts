import { type Hex, numberToHex, type RpcBlock, type RpcTransaction, type RpcTransactionReceipt } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { OriginSnapshot } from './origin.ts'
import { type StartOriginOptions, startOrigin } from './start-origin.ts'

/** A block with its transactions whole. */
export type OriginBlock = RpcBlock<'latest', true, RpcTransaction<false>>

/** What an origin answers beside its state, as JSON-RPC puts it. */
export interface OriginHistory {
  readonly gasPrice: Hex
  /** By number. */
  readonly blocks: readonly OriginBlock[]
  readonly receipts: readonly RpcTransactionReceipt[]
}

/**
 * Record the history of an origin from a node that was started from its dump: what forks would be answered by it.
 *
 * @throws HarnessError ANVIL_START_FAILED, CACHE_CORRUPT
 */
export async function recordHistory(
  snapshot: Pick<OriginSnapshot, 'book' | 'head' | 'dump'>,
  options: StartOriginOptions,
): Promise<OriginHistory> {
  const origin = await startOrigin(snapshot, options)
  try {
    return await readHistory(origin.rpc, snapshot.head.number)
  } finally {
    await origin.stop()
  }
}

async function readHistory(rpc: RpcClient, headNumber: number): Promise<OriginHistory> {
  const numbers = Array.from({ length: headNumber + 1 }, (_, number) => numberToHex(number))
  const [gasPrice, blocks, receipts] = await Promise.all([
    rpc.request<Hex>('eth_gasPrice'),
    Promise.all(numbers.map((number) => rpc.request<OriginBlock>('eth_getBlockByNumber', [number, true]))),
    Promise.all(
      numbers.map((number) => rpc.request<RpcTransactionReceipt[]>('eth_getBlockReceipts', [number])),
    ),
  ])
  return { gasPrice, blocks, receipts: receipts.flat() }
}

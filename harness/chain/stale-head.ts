import { type Hex, numberToHex } from 'viem'
import { RpcError } from './rpc-client.ts'
import type { Ask } from './spoil-request.ts'

/** Where methods name the block that they look at. */
const BLOCK_PARAMETER: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_feeHistory: 1,
  eth_getBalance: 1,
  eth_getBlockByNumber: 0,
  eth_getCode: 1,
  eth_getStorageAt: 2,
  eth_getTransactionCount: 1,
  eth_simulateV1: 1,
}

/** JSON-RPC code with which a node refuses what it does not have. */
const SERVER_ERROR = -32_000

/** What shows by its own number whether it is of a later block: a block, what is in one, the logs of some. */
interface OfBlock {
  readonly number?: Hex | null
  readonly blockNumber?: Hex | null
}

/** Create a node that is some blocks behind and knows nothing of later ones, but of `firstBlock`. */
export function createLaggingNode(ask: Ask, firstBlock: bigint) {
  let lastPast: Promise<unknown> = Promise.resolve()
  /** Ask one thing at a time: an anvil that simulates on a past state while another is read locks up for good. */
  const askPast = <T>(method: string, params: readonly unknown[]): Promise<T> => {
    const answer = lastPast.then(() => ask<T>(method, params))
    lastPast = answer.catch(() => undefined)
    return answer
  }
  return async (method: string, params: readonly unknown[], behind: number): Promise<unknown> => {
    const head = BigInt(await ask<Hex>('eth_blockNumber', []))
    const lagging = head - BigInt(behind)
    const at = lagging > firstBlock ? lagging : firstBlock
    if (method === 'eth_blockNumber') return numberToHex(at)
    const position = BLOCK_PARAMETER[method]
    const asked = [...params]
    if (position !== undefined && typeof (asked[position] ?? 'latest') === 'string') {
      const named = String(asked[position] ?? 'latest')
      if (!named.startsWith('0x')) asked[position] = numberToHex(at)
      else if (BigInt(named) > at && !OF_BLOCK.test(method)) {
        throw new RpcError(method, { code: SERVER_ERROR, message: 'header not found' })
      }
    }
    const answer = await askPast<unknown>(method, asked)
    const isKnown = ({ number, blockNumber = number }: OfBlock) => !blockNumber || BigInt(blockNumber) <= at
    if (method === 'eth_getLogs') return (answer as readonly OfBlock[]).filter(isKnown)
    return OF_BLOCK.test(method) && answer && !isKnown(answer) ? null : answer
  }
}

/** Methods whose answer is null where there is nothing. */
const OF_BLOCK = /^eth_get(Block|Transaction)By|^eth_getTransactionReceipt$/

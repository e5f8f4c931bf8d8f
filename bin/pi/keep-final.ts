import { LRUCache } from 'lru-cache'
import { hexToBigInt, isHex } from 'viem'
import type { RequestPort } from '../../tools/core/bounded-requests.ts'
import { isFinal } from '../../tools/safety/evidence/confirmations.ts'

/** Longest texts that are kept in all, in characters of JSON. */
const MOST_CHARACTERS = 16_000_000

/** Which parameter of a read names its block. */
const BLOCK_AT: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_call: 1,
  eth_getStorageAt: 2,
}

/**
 * Keep what a connection read at blocks that no reorganisation is expected to change any more, so that it is asked once. What
 * is read at the head is asked each time: decisions stand on that.
 */
export function keepFinal(port: RequestPort): RequestPort {
  const kept = new LRUCache<string, { readonly result: unknown }>({ maxSize: MOST_CHARACTERS })
  let newest = 0n
  return {
    async request<T>(method: string, params: readonly unknown[] = [], signal?: AbortSignal): Promise<T> {
      const block = findLastBlock(method, params)
      const isKept = block !== undefined && isFinal(block, newest)
      const key = isKept ? JSON.stringify([method, params]) : ''
      const found = isKept ? kept.get(key) : undefined
      if (found) return found.result as T
      const result = await port.request<T>(method, params, signal)
      const seen = readNumber(method === 'eth_blockNumber' ? result : readBlockNumber(method, result))
      if (seen !== undefined && seen > newest) newest = seen
      // A node that lost a block may have it again.
      if (isKept && result !== null) {
        kept.set(key, { result }, { size: key.length + JSON.stringify(result).length })
      }
      return result
    },
  }
}

/** Find the last block that a read looks at, where it names that by its number. */
function findLastBlock(method: string, params: readonly unknown[]): bigint | undefined {
  if (method !== 'eth_getLogs') return readNumber(params[BLOCK_AT[method] ?? params.length])
  const [filter = {}] = params as readonly { readonly fromBlock?: unknown; readonly toBlock?: unknown }[]
  return readNumber(filter.fromBlock) === undefined ? undefined : readNumber(filter.toBlock)
}

const readBlockNumber = (method: string, result: unknown) =>
  method === 'eth_getBlockByNumber' && typeof result === 'object' && result !== null && 'number' in result
    ? result.number
    : undefined

const readNumber = (text: unknown) => (isHex(text) && text.length <= 18 ? hexToBigInt(text) : undefined)

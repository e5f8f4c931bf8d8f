import { type Hex, numberToHex } from 'viem'
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
      if (!String(asked[position] ?? 'latest').startsWith('0x')) asked[position] = numberToHex(at)
    }
    const answer = await askPast<unknown>(method, asked)
    const { blockNumber } = (answer ?? {}) as { readonly blockNumber?: Hex | null }
    const isLater = method.startsWith('eth_getTransaction') && blockNumber && BigInt(blockNumber) > at
    return isLater ? null : answer
  }
}

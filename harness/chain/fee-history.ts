import { type Hex, numberToHex } from 'viem'
import type { RpcClient } from './rpc-client.ts'

/** What of a block its fees follow from. */
interface FeeBlock {
  readonly number: Hex
  readonly gasUsed: Hex
  readonly gasLimit: Hex
  readonly baseFeePerGas: Hex
}

interface FeeReceipt {
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
}

/** How far the target of a block is below its limit, and the most that a base fee changes by (EIP-1559). */
const ELASTICITY = 2n
const MOST_CHANGE = 8n

/**
 * Let a connection to a fork answer `eth_feeHistory` by what is in the fork's blocks. Anvil notes a block's fees some time
 * after the block is there: until then it leaves the block out, or tells of the one that had its number before a reset.
 *
 * @param aside - another connection to the fork, on which nothing is counted
 */
export function withFeeHistory(
  rpc: RpcClient,
  { aside, forkBlockNumber }: { readonly aside: RpcClient; readonly forkBlockNumber: bigint },
): RpcClient {
  const read = async (count: Hex | number, newest: Hex | string, percentiles?: readonly number[] | null) => {
    const readBlock = (at: Hex | string) =>
      aside.request<FeeBlock | null>('eth_getBlockByNumber', [at === 'pending' ? 'latest' : at, false])
    const newestBlock = await readBlock(newest)
    const last = BigInt(newestBlock?.number ?? 0)
    const asked = last - BigInt(count) + 1n
    const first = asked > forkBlockNumber ? asked : forkBlockNumber + 1n
    // What is not of the fork itself the upstream tells.
    if (newestBlock === null || first > last) return undefined
    const numbers = Array.from({ length: Number(last - first) + 1 }, (_, at) =>
      numberToHex(first + BigInt(at)),
    )
    const [blocks, receipts] = await Promise.all([
      Promise.all(numbers.map(async (number) => (await readBlock(number)) as FeeBlock)),
      Promise.all(
        percentiles
          ? numbers.map((number) => aside.request<readonly FeeReceipt[]>('eth_getBlockReceipts', [number]))
          : [],
      ),
    ])
    return {
      oldestBlock: numberToHex(first),
      baseFeePerGas: [
        ...blocks.map(({ baseFeePerGas }) => baseFeePerGas),
        numberToHex(nextBaseFee(blocks.at(-1) as FeeBlock)),
      ],
      gasUsedRatio: blocks.map(({ gasUsed, gasLimit }) => Number(gasUsed) / Number(gasLimit)),
      ...(percentiles
        ? { reward: blocks.map((block, at) => listRewards(block, receipts[at] ?? [], percentiles)) }
        : {}),
    }
  }
  const tell = async (params: readonly unknown[], signal?: AbortSignal) => {
    const answer = await rpc.request('eth_feeHistory', params, signal)
    return (await read(...(params as Parameters<typeof read>))) ?? answer
  }
  return {
    request: <T>(method: string, params: readonly unknown[] = [], signal?: AbortSignal) =>
      method === 'eth_feeHistory'
        ? (tell(params, signal) as Promise<T>)
        : rpc.request<T>(method, params, signal),
    get roundTrips() {
      return rpc.roundTrips
    },
    resetRoundTrips: rpc.resetRoundTrips,
    ...(rpc.onRequest ? { onRequest: rpc.onRequest } : {}),
    close: rpc.close,
  }
}

/** The base fee after a block (EIP-1559). */
function nextBaseFee({ gasUsed, gasLimit, baseFeePerGas }: FeeBlock): bigint {
  const [used, fee, target] = [BigInt(gasUsed), BigInt(baseFeePerGas), BigInt(gasLimit) / ELASTICITY]
  if (used <= target) return fee - (fee * (target - used)) / target / MOST_CHANGE
  const rise = (fee * (used - target)) / target / MOST_CHANGE
  return fee + (rise > 0n ? rise : 1n)
}

/** What was paid beyond the base fee at percentiles of the gas of a block; nothing in one without transactions. */
function listRewards(
  { gasUsed, baseFeePerGas }: FeeBlock,
  receipts: readonly FeeReceipt[],
  percentiles: readonly number[],
): Hex[] {
  const paid = receipts
    .map((receipt) => ({
      gas: Number(receipt.gasUsed),
      reward: BigInt(receipt.effectiveGasPrice) - BigInt(baseFeePerGas),
    }))
    .toSorted((one, other) => (one.reward < other.reward ? -1 : one.reward > other.reward ? 1 : 0))
  return percentiles.map((percentile) => {
    const threshold = (Number(gasUsed) * percentile) / 100
    let sum = 0
    const found = paid.find(({ gas }) => {
      sum += gas
      return sum >= threshold
    })
    return numberToHex((found ?? paid.at(-1))?.reward ?? 0n)
  })
}

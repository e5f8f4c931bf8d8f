import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  type PublicClient,
  parseAbi,
} from 'viem'

const aggregateAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])

/** A read to make together with others; with `allowFailure` the others answer although it fails. */
export interface AggregatedRead {
  readonly target: Address
  readonly allowFailure: boolean
  readonly callData: Hex
}

/** What one of them answered. */
export interface AggregatedAnswer {
  readonly success: boolean
  readonly returnData: Hex
}

/** Encode the call of Multicall3 that makes all of the reads. */
export const encodeAggregate = (reads: readonly AggregatedRead[]): Hex =>
  encodeFunctionData({ abi: aggregateAbi, functionName: 'aggregate3', args: [reads] })

/**
 * Prepare reads that are made together, at one block, through Multicall3 (https://github.com/mds1/multicall): what
 * is asked again and again is encoded once.
 */
export function prepareAggregate(
  client: Pick<PublicClient, 'call'>,
  multicall3: Address,
  reads: readonly AggregatedRead[],
): () => Promise<readonly AggregatedAnswer[]> {
  const data = encodeAggregate(reads)
  return async () => {
    const { data: answer } = await client.call({ to: multicall3, data })
    return decodeFunctionResult({ abi: aggregateAbi, functionName: 'aggregate3', data: answer ?? '0x' })
  }
}

/** The first word of an answer; undefined when there is none. */
export const toWord = (answer: AggregatedAnswer | undefined): bigint | undefined =>
  answer?.success && answer.returnData.length >= 66 ? BigInt(answer.returnData.slice(0, 66)) : undefined

import {
  type Abi,
  type Address,
  BaseError,
  CallExecutionError,
  ContractFunctionExecutionError,
  type ContractFunctionParameters,
  getContractError,
  type Hex,
  multicall3Abi,
  type PublicClient,
  RawContractError,
} from 'viem'
import { findFunction } from './abi-functions.ts'
import { cut } from './cut.ts'
import { decodeFunctionResult } from './decode-function-result.ts'
import { encodeFunctionData } from './encode-function-data.ts'

type Read = ContractFunctionParameters & { readonly abi: Abi; readonly address: Address }

interface Batch {
  readonly contracts: readonly Read[]
  readonly allowFailure?: boolean
  readonly batchSize?: number
  readonly multicallAddress?: Address
}

/** Calls of one request: so many of the dearest views that are read in masses fit into the gas that nodes give to one. */
const MOST_CALLS = 400

/** Whether a read failed at what its contract answered, a revert among it, and not at a node that did not answer. */
export const isAnswerOfContract = (cause: unknown): boolean =>
  cause instanceof ContractFunctionExecutionError && !(cause.cause instanceof CallExecutionError)

/** The reads of contracts that a client offers. */
export type ContractReads = Pick<PublicClient, 'readContract' | 'multicall'>

/**
 * Read contracts as viem does, by the same requests, with calls that are prepared once a function; what a batch may
 * fail at gets its error when somebody looks at it, since most that ask several pools expect that some are not there.
 * Unlike viem's, a batch in one request fails with it: that no node answered is not what a contract answers. A long one is
 * several requests, each with gas of its own.
 */
export function createContractReads(client: Pick<PublicClient, 'call' | 'multicall'>): ContractReads {
  const readContract = async ({ abi, address, args, functionName, ...rest }: Read) => {
    const data = encodeFunctionData({ abi, args, functionName } as never)
    try {
      const answer = await client.call({ ...rest, data, to: address } as never)
      return decodeFunctionResult({ abi, args, functionName, data: answer.data ?? '0x' })
    } catch (cause) {
      const docsPath = '/docs/contract/readContract'
      throw getContractError(cause as never, { abi, address, args, docsPath, functionName })
    }
  }
  const multicall = async (batch: Batch): Promise<unknown> => {
    const { contracts, allowFailure = true, batchSize, multicallAddress, ...rest } = batch
    const calls = listCalls(contracts)
    if (batchSize !== 0 || multicallAddress === undefined || calls === undefined) {
      return client.multicall(batch as never)
    }
    const aggregate = { abi: multicall3Abi, functionName: 'aggregate3', address: multicallAddress }
    // What fails as a whole says nothing of any contract, whatever may fail: a value in its place would be made up.
    const parts = calls.length > MOST_CALLS ? cut(calls, MOST_CALLS) : [calls]
    const answers = await Promise.all(
      parts.map(async (part) => {
        const answered = (await readContract({ ...rest, ...aggregate, args: [part] })) as readonly Answer[]
        // One too few or too many, and those behind it would be taken for answers of other contracts.
        if (answered.length !== part.length) throw new BaseError('multicall results mismatch')
        return answered
      }),
    )
    const read = answers.flat().map((answer, index) => readAnswer(contracts[index] as Read, answer))
    if (allowFailure) return read
    return read.map((answer) => {
      if ('error' in answer) throw answer.error
      return answer.result
    })
  }
  return { readContract, multicall } as unknown as ContractReads
}

interface Answer {
  readonly success: boolean
  readonly returnData: Hex
}

/** Encode what a batch asks; undefined when one of it cannot be encoded. */
function listCalls(contracts: readonly Read[]) {
  try {
    return contracts.map(({ abi, address, args, functionName }) => ({
      allowFailure: true,
      callData: encodeFunctionData({ abi, args, functionName } as never),
      target: address,
    }))
  } catch {
    return undefined
  }
}

function readAnswer({ abi, address, args, functionName }: Read, { success, returnData: data }: Answer) {
  const decode = () => ({
    result: decodeFunctionResult({ abi, args, data, functionName }),
    status: 'success',
  })
  const findCause = () => {
    if (success) {
      try {
        decode()
      } catch (cause) {
        return cause
      }
    }
    return new RawContractError({ data })
  }
  if (success && !isKnownEmpty(abi, functionName, data)) {
    try {
      return decode()
    } catch {
      // Why not, the getter says.
    }
  }
  return {
    get error() {
      const docsPath = '/docs/contract/multicall'
      return getContractError(findCause() as never, { abi, address, args, docsPath, functionName })
    },
    result: undefined,
    status: 'failure',
  }
}

/** Whether what should answer something answered nothing: no contract is there. An error for it need not be made. */
const isKnownEmpty = (abi: Abi, functionName: string, data: Hex) =>
  data === '0x' && (findFunction(abi, functionName)?.item.outputs.length ?? 0) > 0

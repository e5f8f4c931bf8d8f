import { encodeFunctionResult, type Hex, numberToHex } from 'viem'
import { decodeFunctionResult } from '../../tools/core/decode-function-result.ts'
import { probeAbi } from '../../tools/core/generated/probe.ts'

/** What a node of the chain with the next id would answer: it shows where it says its id, and in what the probe reads. */
export function answerOfAnotherChain(method: string, answer: unknown): unknown {
  if (method === 'eth_chainId') return numberToHex(BigInt(answer as Hex) + 1n)
  if (method === 'net_version') return String(Number(answer) + 1)
  if (method !== 'eth_simulateV1') return answer
  const blocks = answer as readonly { readonly calls: readonly { readonly returnData: Hex }[] }[]
  return blocks.map((block) => ({
    ...block,
    calls: block.calls.map((call) => ({ ...call, returnData: shiftChainId(call.returnData) })),
  }))
}

function shiftChainId(returnData: Hex): Hex {
  const read = { abi: probeAbi, functionName: 'read' } as const
  try {
    const result = decodeFunctionResult({ ...read, data: returnData })
    return encodeFunctionResult({ ...read, result: { ...result, chainId: result.chainId + 1n } })
  } catch {
    // Not everything that is simulated is the probe.
    return returnData
  }
}

import type {
  AbiStateMutability,
  Address,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  Hex,
} from 'viem'
import type { ViewQuery } from '../../core/chain.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'

type CageAbi = typeof policyCageAbi
type View = ContractFunctionName<CageAbi, 'view'>

/** Ask a cage for what a view says, as part of a state query. */
export const askCage = <Name extends View>(
  cage: Address,
  functionName: Name,
  args: ContractFunctionArgs<CageAbi, AbiStateMutability, Name>,
): ViewQuery => ({
  to: cage,
  data: encodeFunctionData({
    abi: policyCageAbi,
    functionName: functionName as View,
    args: args as never,
  }),
})

/** Read what a view answered; undefined where the cage did not answer, or what is there is no cage. */
export function readAnswer<Name extends View>(
  functionName: Name,
  answer: Hex | undefined,
): ContractFunctionReturnType<CageAbi, 'view', Name> | undefined {
  if (answer === undefined || answer === '0x') return undefined
  try {
    return decodeFunctionResult({
      abi: policyCageAbi,
      functionName: functionName as View,
      data: answer,
    }) as never
  } catch {
    return undefined
  }
}

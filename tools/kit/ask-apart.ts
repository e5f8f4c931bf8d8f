import type { Abi, Address } from 'viem'
import type { ToolContext } from '../core/context.ts'
import { decodeFunctionResult } from '../core/decode-function-result.ts'
import { encodeFunctionData } from '../core/encode-function-data.ts'

/** A call whose answer is wanted, and what that is read by. */
interface Question {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

/**
 * Ask what may burn any gas, in one request, so that no question keeps another from being answered. No result where one
 * reverted or answered nothing. Unlike those of a multicall, they may write, as quoters do.
 */
export async function askApart(
  { chain }: Pick<ToolContext, 'chain'>,
  questions: readonly Question[],
): Promise<readonly { readonly result?: unknown }[]> {
  const answers = await chain.ask(
    questions.map(({ address, ...call }) => ({ to: address, data: encodeFunctionData(call as never) })),
  )
  return answers.map((data, index) => {
    const { abi, functionName } = questions[index] as Question
    return data === undefined || data === '0x'
      ? {}
      : { result: decodeFunctionResult({ abi, functionName, data } as never) }
  })
}

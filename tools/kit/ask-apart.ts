import type { Abi, Address } from 'viem'
import type { ToolContext } from '../core/context.ts'
import { decodeFunctionResult } from '../core/decode-function-result.ts'
import { encodeFunctionData } from '../core/encode-function-data.ts'
import { inOneCall } from './in-one-call.ts'
import { NO_STATE } from './usd-price.ts'

/** Gas of one question: a pool that needs more to quote a trade, for its hook or for all the prices that it passes, is no way. */
const QUESTION_GAS = 5_000_000n

/** A call whose answer is wanted, and what that is read by. */
interface Question {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

/**
 * Ask what may burn any gas, in one request: each question has its own, so that none keeps another from being answered. No
 * result where one reverted or answered nothing. Unlike those of `ask`, they may write, as quoters do.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function askApart(
  { book, chain }: Pick<ToolContext, 'book' | 'chain'>,
  questions: readonly Question[],
): Promise<readonly { readonly result?: unknown }[]> {
  const { multicallAddress: from } = inOneCall(book)
  const { calls } = await chain.simulate(
    questions.map(({ address, ...call }) => ({
      from,
      to: address,
      valueWei: 0n,
      data: encodeFunctionData(call as never),
    })),
    NO_STATE,
    { gasLimit: QUESTION_GAS },
  )
  return calls.map(({ ok, returnData }, index) => {
    const { abi, functionName } = questions[index] as Question
    return ok && returnData !== '0x'
      ? { result: decodeFunctionResult({ abi, functionName, data: returnData } as never) }
      : {}
  })
}

import type { Abi, Address, ContractFunctionName } from 'viem'
import type { ViewQuery } from '../core/chain.ts'
import type { ToolContext } from '../core/context.ts'
import { decodeFunctionResult } from '../core/decode-function-result.ts'
import { encodeFunctionData } from '../core/encode-function-data.ts'
import { NO_STATE } from './usd-price.ts'

/** A view as it is asked, and what its answer is read by. */
export interface View<abi extends Abi = Abi> {
  readonly to: Address
  readonly abi: abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}

/** State a view; its answer has the type that the ABI says. */
export const view = <const abi extends Abi, name extends ContractFunctionName<abi>>(
  to: Address,
  abi: abi,
  functionName: name,
  args: readonly unknown[] = [],
): View<abi> => ({ to, abi, functionName, args })

const toQuery = ({ to, abi, functionName, args }: View): ViewQuery => ({
  to,
  data: encodeFunctionData({ abi, functionName, args } as never),
})

/**
 * Ask views at one block, in one request; undefined where one reverted or answered what it should not. Each has gas of its
 * own, so that none keeps another from being read.
 */
export async function ask(ctx: Pick<ToolContext, 'chain'>, views: readonly View[]) {
  const {
    views: answers,
    blockNumber,
    timestampSeconds,
  } = await ctx.chain.readState({
    ...NO_STATE,
    views: views.map(toQuery),
  })
  const values = views.map(({ abi, functionName }, index): unknown => {
    const data = answers[index]
    if (data === undefined || data === '0x') return undefined
    try {
      return decodeFunctionResult({ abi, functionName, data } as never)
    } catch {
      return undefined
    }
  })
  return { values, blockNumber, nowSeconds: timestampSeconds }
}

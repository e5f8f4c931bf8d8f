import { type Hex, multicall3Abi } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { quoterAbi } from './abi.ts'
import { BASE } from './base.ts'

/** What an order takes and gives now, fees included; or why it cannot be filled. */
export type OrderQuote = { readonly atSeconds: bigint } & (
  | { readonly resolved: ReturnType<typeof decodeQuote>; readonly reason: null }
  | { readonly resolved: null; readonly reason: string }
)

const decodeQuote = (data: Hex) => decodeFunctionResult({ abi: quoterAbi, functionName: 'quote', data })

/**
 * Let the quoter fill an order and undo it: signature, nonce, deadline, and what the swapper holds and allows are all
 * asked for. It fills as itself, so that an order that is kept for another filler is refused.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED, CHAIN_READ_FAILED
 */
export async function quoteOrder(
  { chain, book, interfaces }: Pick<ToolContext, 'chain' | 'book' | 'interfaces'>,
  order: Hex,
  signature: Hex,
): Promise<OrderQuote> {
  const { multicallAddress: address } = inOneCall(book)
  const ask = { abi: quoterAbi, functionName: 'quote', args: [order, signature] } as const
  const now = { abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' } as const
  const [quoted, clock] = await chain.readContract({
    address,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      [
        { target: BASE.on(book).orderQuoter, allowFailure: true, callData: encodeFunctionData(ask) },
        { target: address, allowFailure: false, callData: encodeFunctionData(now) },
      ],
    ],
  })
  if (quoted === undefined || clock === undefined) {
    throw new ToolError('CHAIN_READ_FAILED', { subject: 'an order', reason: 'fewer answers than asked' })
  }
  const atSeconds = decodeFunctionResult({ ...now, data: clock.returnData })
  return quoted.success
    ? { atSeconds, resolved: decodeQuote(quoted.returnData), reason: null }
    : { atSeconds, resolved: null, reason: interfaces.explainRevert(quoted.returnData) }
}

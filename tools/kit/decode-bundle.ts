import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import { type DecodedCall, type InnerCall, NO_EFFECT } from '../core/call-decoder.ts'
import type { Call } from '../core/plan.ts'

/**
 * Describe a contract that makes calls of its own for the account. Value that it does not pass on stays there, for
 * anyone to take, and counts as gone.
 */
export function decodeBundle(bundle: Call, functionName: string, calls: readonly Call[]): DecodedCall {
  const passedOn = calls.reduce((sum, { valueWei }) => sum + valueWei, 0n)
  return withValue(
    bundle.valueWei > passedOn ? bundle.valueWei - passedOn : 0n,
    {
      ...NO_EFFECT,
      functionName,
      inner: calls.map((call): InnerCall => ({ call, caller: bundle.to })),
    },
    bundle.to,
  )
}

/** Count value that a call takes along as gone, to the contract that keeps it. */
export const withValue = (valueWei: bigint, decoded: DecodedCall, keeper: Address): DecodedCall =>
  valueWei === 0n
    ? decoded
    : {
        ...decoded,
        outflows: [...decoded.outflows, { token: NATIVE_TOKEN, amountBaseUnits: valueWei }],
        recipients: [...decoded.recipients, keeper],
        tokens: [...decoded.tokens, NATIVE_TOKEN],
      }

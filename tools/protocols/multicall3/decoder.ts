import type { Address, Hex } from 'viem'
import type { CallDecoder } from '../../core/call-decoder.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import { decodeBundle } from '../../kit/decode-bundle.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'

interface AggregatedCall {
  readonly target: Address
  readonly callData: Hex
  readonly value?: bigint
}

const BUNDLES = [
  'aggregate',
  'tryAggregate',
  'blockAndAggregate',
  'tryBlockAndAggregate',
  'aggregate3',
  'aggregate3Value',
]

/** Decode the bundles of Multicall3 on any target; a call that may fail counts like one that must succeed. */
export const DECODER: CallDecoder = {
  claims: [
    {
      target: 'any',
      selectors: selectorsOf(multicall3Abi, BUNDLES),
    },
  ],
  decode(call) {
    const decoded = decodeExactly(multicall3Abi, call.data)
    const calls = decoded?.args?.at(-1) as readonly AggregatedCall[] | undefined
    if (decoded === undefined || calls === undefined) return undefined
    return decodeBundle(
      call,
      decoded.functionName,
      calls.map(({ target, value, callData }) => ({ to: target, valueWei: value ?? 0n, data: callData })),
    )
  },
}

import type { Address, Hex } from 'viem'
import type { CallDecoder } from '../../core/call-decoder.ts'
import { multicall3Abi } from '../chain/abi.ts'
import { decodeBundle } from '../chain/decode-bundle.ts'
import { decodeExactly } from '../chain/decode-exactly.ts'
import { PROTOCOL } from './protocol.ts'

interface AggregatedCall {
  readonly target: Address
  readonly callData: Hex
  readonly value?: bigint
}

/** Decode the bundles of Multicall3 on any target; a call that may fail counts like one that must succeed. */
export const DECODER: CallDecoder = {
  protocol: PROTOCOL,
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

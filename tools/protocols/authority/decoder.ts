import { toFunctionSelector } from 'viem'
import { type CallDecoder, type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import { decodeExactly } from '../chain/decode-exactly.ts'
import { harmlessAbi, switchAbi, unboundedAbi } from './abi.ts'
import { PROTOCOL } from './protocol.ts'

const UNBOUNDED = new Map<string, string>(
  unboundedAbi.flatMap((item) => (item.type === 'function' ? [[toFunctionSelector(item), item.name]] : [])),
)

/** `setPreSignature` signs an order; the others name what they grant. */
const GRANTS: Readonly<Record<string, string>> = {
  approve: 'ERC-6909 approve',
  approveDelegation: 'approveDelegation of credit',
  setPreSignature: 'setPreSignature of an order',
}

/**
 * Decode authority that no amount bounds by its selector, on any target: whoever it is granted to could take more
 * than any limit counts. Taking it back is always possible.
 */
export const DECODER: CallDecoder = {
  protocol: PROTOCOL,
  decode(call) {
    const unbounded = UNBOUNDED.get(call.data.slice(0, 10).toLowerCase())
    // The selector decides: dirty arguments must not make it look like something else.
    if (unbounded !== undefined) return forbid(unbounded, /permit|Sig$|With/.test(unbounded))
    const switched = decodeExactly(switchAbi, call.data)
    if (switched !== undefined) {
      const isGrant = Boolean(switched.args.at(-1))
      if (isGrant) return forbid(switched.functionName, false)
      // What a protocol's own decoder knows of its contract says more.
      return switched.functionName === 'setApprovalForAll' || call.valueWei !== 0n
        ? undefined
        : { ...NO_EFFECT, functionName: switched.functionName }
    }
    if (call.valueWei !== 0n) return undefined
    const harmless = decodeExactly(harmlessAbi, call.data)
    return harmless && { ...NO_EFFECT, functionName: harmless.functionName }
  },
}

const forbid = (functionName: string, isSigned: boolean): DecodedCall => ({
  ...NO_EFFECT,
  functionName,
  forbidden: isSigned ? `${functionName} by signature` : (GRANTS[functionName] ?? functionName),
})

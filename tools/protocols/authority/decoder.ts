import { toFunctionSelector } from 'viem'
import { type CallDecoder, type CallGuard, NO_EFFECT } from '../../core/call-decoder.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { harmlessAbi, switchAbi, unboundedAbi } from './abi.ts'

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
 * Forbid authority that no amount bounds by its selector, on any target: its holder could take more than any
 * limit counts.
 */
export const GUARD: CallGuard = {
  selectors: [...selectorsOf(unboundedAbi), ...selectorsOf(switchAbi)],
  forbid(call) {
    const unbounded = UNBOUNDED.get(call.data.slice(0, 10).toLowerCase())
    // The selector decides: dirty arguments must not make it look like something else.
    if (unbounded !== undefined) return name(unbounded, /permit|Sig$|With/.test(unbounded))
    const switched = decodeExactly(switchAbi, call.data)
    return switched !== undefined && Boolean(switched.args.at(-1))
      ? name(switched.functionName, false)
      : undefined
  },
}

/** What a protocol's own decoder knows of its tokens says more. */
const OWN = ['setApprovalForAll']

/** Decode what only takes authority back: it is always possible. */
export const DECODER: CallDecoder = {
  claims: [
    {
      target: 'any',
      selectors: [
        ...selectorsOf(harmlessAbi),
        ...selectorsOf(switchAbi.filter((item) => !OWN.includes(item.name))),
      ],
    },
  ],
  decode(call) {
    if (call.valueWei !== 0n) return undefined
    const decoded = decodeExactly(switchAbi, call.data) ?? decodeExactly(harmlessAbi, call.data)
    return decoded && { ...NO_EFFECT, functionName: decoded.functionName }
  },
}

const name = (functionName: string, isSigned: boolean) => ({
  functionName,
  forbidden: isSigned ? `${functionName} by signature` : (GRANTS[functionName] ?? functionName),
})

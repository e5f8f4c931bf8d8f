import { type CallDecoder, NO_EFFECT } from '../../core/call-decoder.ts'
import { ownerGateAbi } from '../../core/generated/owner-gate-abi.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'

/** Decode a pause: each agent has a cage of its own, so that its address stands in no book. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(policyCageAbi, ['pause']) }],
  decode: ({ valueWei, data }) =>
    valueWei === 0n && decodeExactly(policyCageAbi, data)?.functionName === 'pause'
      ? { ...NO_EFFECT, functionName: 'pause' }
      : undefined,
}

/** Decode an approval that the owner of a gate gives up; each agent has a gate of its own, too. */
export const GATE_DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(ownerGateAbi, ['invalidate']) }],
  decode: ({ valueWei, data }) =>
    valueWei === 0n && decodeExactly(ownerGateAbi, data)?.functionName === 'invalidate'
      ? { ...NO_EFFECT, functionName: 'invalidate' }
      : undefined,
}

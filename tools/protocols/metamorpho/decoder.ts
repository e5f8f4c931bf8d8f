import { type CallDecoder, NO_EFFECT } from '../../core/call-decoder.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { vaultAbi } from './abi.ts'

/** What allocators, guardians and anyone may do to a vault: of the caller's own nothing moves. */
export const OPERATOR_FUNCTIONS = [
  'acceptCap',
  'revokePendingCap',
  'setSupplyQueue',
  'updateWithdrawQueue',
  'reallocate',
] as const

/**
 * Decode acts on vaults, which have no address in common. All but a veto shift where depositors' assets lie or may lie,
 * which is no exit.
 */
export const DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(vaultAbi, OPERATOR_FUNCTIONS) }],
  decode({ valueWei, data }) {
    const functionName = valueWei === 0n ? decodeExactly(vaultAbi, data)?.functionName : undefined
    if (functionName === undefined) return undefined
    return {
      ...NO_EFFECT,
      functionName,
      ...(functionName === 'revokePendingCap' ? {} : { managesOthers: true }),
    }
  },
}

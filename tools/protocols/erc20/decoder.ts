import {
  type CallDecoder,
  type DecodedCall,
  NO_EFFECT,
  UNLIMITED_APPROVAL_FROM,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { tokenActionsAbi } from './abi.ts'

const ACTIONS = [
  'approve',
  'increaseAllowance',
  'decreaseAllowance',
  'transfer',
  'transferFrom',
  'setApprovalForAll',
]

/** Decode token calls; those that rest on a signature or hand over everything are forbidden before they get here. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'token', selectors: selectorsOf(tokenActionsAbi, ACTIONS) }],
  decode(call, { account }) {
    // None of these functions is payable; bytes with value are not what they seem.
    if (call.valueWei !== 0n) return undefined
    const decoded = decodeExactly(tokenActionsAbi, call.data)
    if (decoded === undefined) return undefined
    const token = call.to
    const touched = { ...NO_EFFECT, functionName: decoded.functionName, tokens: [token] }
    switch (decoded.functionName) {
      case 'approve':
      case 'increaseAllowance': {
        const [spender, amountBaseUnits] = decoded.args
        // An approval of zero grants nothing: revoking must never depend on who the spender is.
        if (amountBaseUnits === 0n) return touched
        const approvals = [{ token, spender, amountBaseUnits }]
        const isUnlimited = amountBaseUnits >= UNLIMITED_APPROVAL_FROM
        return { ...touched, approvals, ...(isUnlimited ? { forbidden: 'unlimited approval' } : {}) }
      }
      case 'decreaseAllowance':
      case 'setApprovalForAll':
        return touched
      case 'transfer': {
        const [to, amountBaseUnits] = decoded.args
        return { ...touched, outflows: [{ token, amountBaseUnits }], recipients: [to] }
      }
      case 'transferFrom': {
        const [from, to, amountBaseUnits] = decoded.args
        const moved: DecodedCall = { ...touched, outflows: [{ token, amountBaseUnits }], recipients: [to] }
        return isAddressEqual(from, account)
          ? moved
          : { ...touched, recipients: [to], forbidden: 'transferFrom of another account' }
      }
      default:
        return undefined
    }
  },
}

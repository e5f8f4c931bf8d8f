import { isAddressEqual } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import {
  type CallDecoder,
  type DecodedCall,
  NO_EFFECT,
  UNLIMITED_APPROVAL_FROM,
} from '../../core/call-decoder.ts'
import type { Call } from '../../core/plan.ts'
import { decodeExactly } from '../chain/decode-exactly.ts'
import { listKnownAddresses } from '../chain/known-addresses.ts'
import { tokenActionsAbi } from './abi.ts'
import { PROTOCOL } from './protocol.ts'

/**
 * Decode token calls. It is asked last and claims a token of the book or an address that the book does not
 * know (the allowlist then judges it as a token); contracts of other protocols are theirs to decode, save
 * for `setApprovalForAll`, which no target may receive.
 */
export const DECODER: CallDecoder = {
  protocol: PROTOCOL,
  decode(call, { account, book }) {
    // None of these functions is payable; bytes with value are not what they seem.
    if (call.valueWei !== 0n) return undefined
    const decoded = decodeExactly(tokenActionsAbi, call.data)
    if (decoded === undefined) return undefined
    if (decoded.functionName === 'setApprovalForAll' && decoded.args[1]) {
      return {
        ...NO_EFFECT,
        functionName: 'setApprovalForAll',
        forbidden: 'setApprovalForAll',
        tokens: [call.to],
      }
    }
    if (isForeign(call, book)) return undefined
    const token = call.to
    const touched = { ...NO_EFFECT, functionName: decoded.functionName, tokens: [token] }
    switch (decoded.functionName) {
      case 'approve':
      case 'increaseAllowance': {
        const [spender, amountBaseUnits] = decoded.args
        // An approval of zero grants nothing: revoking must never depend on who the spender is.
        if (amountBaseUnits === 0n) return touched
        const approvals = [{ token, spender, amountBaseUnits, via: 'erc20' as const }]
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
      case 'permit':
        return { ...touched, forbidden: 'permit by signature' }
      case 'transferWithAuthorization':
      case 'receiveWithAuthorization':
        return { ...touched, forbidden: `${decoded.functionName} by signature` }
    }
  },
}

/** Whether the target is a contract of another protocol and no token. */
const isForeign = (call: Call, book: AddressBook): boolean => {
  const known = listKnownAddresses(book).find(({ address }) => isAddressEqual(address, call.to))
  return known !== undefined && known.kind !== 'token'
}

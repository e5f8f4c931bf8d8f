import { erc20Abi } from 'viem'
import { type CallDecoder, NO_EFFECT } from '../../core/call-decoder.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { rolesActAbi, rolesSettingsAbi } from './abi.ts'
import { readFunding } from './funding-role.ts'

/**
 * Decode what an owner sets in a Roles modifier. A role that may do more than pay within an allowance is refused by name;
 * whom it pays is a recipient, and who gets one is told.
 */
export const DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(rolesSettingsAbi) }],
  decode({ data, valueWei }) {
    const decoded = decodeExactly(rolesSettingsAbi, data)
    if (decoded === undefined || valueWei !== 0n) return undefined
    const { functionName } = decoded
    if (functionName === 'assignRoles') {
      const [member, , memberOf] = decoded.args
      return { ...NO_EFFECT, functionName, empowers: memberOf.some(Boolean) ? [member] : [] }
    }
    if (functionName !== 'scopeFunction') return { ...NO_EFFECT, functionName }
    const [, , selector, conditions, options] = decoded.args
    const funding = readFunding(selector, conditions, options)
    return funding === undefined
      ? { ...NO_EFFECT, functionName, forbidden: 'a role that does more than pay within an allowance' }
      : { ...NO_EFFECT, functionName, recipients: [funding.recipient] }
  },
}

/** The operation `CALL` of an account; the other one runs code in its place. */
const CALL = 0

/** Decode what a member of a role does in the avatar's name: a payment that fails as a whole, or what is refused by name. */
export const ACT_DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(rolesActAbi) }],
  decode({ data, valueWei }) {
    const decoded = decodeExactly(rolesActAbi, data)
    if (decoded === undefined || valueWei !== 0n) return undefined
    const { functionName } = decoded
    const [, value, inner, operation, , shouldRevert] = decoded.args
    const payment = decodeExactly(erc20Abi, inner)
    const isPlain = value === 0n && operation === CALL && shouldRevert
    return isPlain && payment?.functionName === 'transfer'
      ? { ...NO_EFFECT, functionName, recipients: [payment.args[0]] }
      : { ...NO_EFFECT, functionName, forbidden: 'an act in the name of an account that is no payment' }
  },
}

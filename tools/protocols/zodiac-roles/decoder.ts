import { type CallDecoder, NO_EFFECT } from '../../core/call-decoder.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { rolesSettingsAbi } from './abi.ts'
import { readFunding } from './funding-role.ts'

/**
 * Decode what an owner sets in a Roles modifier. A role that may do more than pay within an allowance is refused by name;
 * whom it pays is a recipient.
 */
export const DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(rolesSettingsAbi) }],
  decode({ data, valueWei }) {
    const decoded = decodeExactly(rolesSettingsAbi, data)
    if (decoded === undefined || valueWei !== 0n) return undefined
    const { functionName } = decoded
    if (functionName !== 'scopeFunction') return { ...NO_EFFECT, functionName }
    const [, , selector, conditions, options] = decoded.args
    const funding = readFunding(selector, conditions, options)
    return funding === undefined
      ? { ...NO_EFFECT, functionName, forbidden: 'a role that does more than pay within an allowance' }
      : { ...NO_EFFECT, functionName, recipients: [funding.recipient] }
  },
}

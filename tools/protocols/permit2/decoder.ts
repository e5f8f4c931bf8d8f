import type { Address } from 'viem'
import {
  type CallDecoder,
  type DecodedCall,
  NO_EFFECT,
  UNLIMITED_APPROVAL_FROM,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { MESSAGE_SELECTOR } from '../../kit/message-selector.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { permit2Abi } from './abi.ts'
import { decodePermit } from './recorded-permit.ts'

/** `type(uint48).max`, which Permit2 users give for "never expires". */
const NEVER_EXPIRES = 2 ** 48 - 1

/** Decode the calls of Permit2; whatever rests on a signature is refused by name. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'own', contracts: ['permit2'], selectors: selectorsOf(permit2Abi) }],
  decode(call, { account }) {
    if (call.valueWei !== 0n) return undefined
    const decoded = decodeExactly(permit2Abi, call.data)
    if (decoded === undefined) return undefined
    const plain = { ...NO_EFFECT, functionName: decoded.functionName }
    switch (decoded.functionName) {
      case 'approve':
        return decodeApproval(call.to, ...decoded.args)
      // Taking authority back touches no token and must not depend on which one it is.
      case 'lockdown':
        return { ...plain, ends: decoded.args[0].map((pair) => ({ ...pair, keeper: call.to })) }
      case 'invalidateNonces':
      case 'invalidateUnorderedNonces':
        return plain
      case 'permit':
        return { ...plain, forbidden: 'Permit2 permit by signature' }
      case 'permitTransferFrom':
      case 'permitWitnessTransferFrom':
        return { ...plain, forbidden: 'Permit2 transfer by signature' }
      case 'transferFrom':
        return decoded.args.length === 1
          ? { ...plain, inner: decoded.args[0].map((transfer) => decodeTransfer(account, transfer)) }
          : decodeTransfer(account, {
              from: decoded.args[0],
              to: decoded.args[1],
              amount: decoded.args[2],
              token: decoded.args[3],
            })
      default:
        return undefined
    }
  },
}

/** Decode what the account's cage records through `PermitSingleScheme`: its spender may redeem it, and then take it. */
export const RECORD_DECODER: CallDecoder = {
  claims: [{ target: 'own', contracts: ['permitSingleScheme'], selectors: [MESSAGE_SELECTOR] }],
  decode: ({ valueWei, data }, { account }) => {
    const permit = valueWei === 0n ? decodePermit(data) : undefined
    if (permit === undefined) return undefined
    const { details, spender, sigDeadline } = permit
    const { token, amount, expiration } = details
    const legs = [{ token, amount: -amount }]
    // Unused, the message holds until its deadline; used, the allowance until its expiration.
    const untilSeconds = Math.max(Number(sigDeadline), expiration)
    return {
      ...NO_EFFECT,
      functionName: 'record PermitSingle',
      tokens: [token],
      pledges: [{ legs, spender, to: account, untilSeconds }],
    }
  },
}

function decodeApproval(
  keeper: Address,
  token: Address,
  spender: Address,
  amountBaseUnits: bigint,
  expirationSeconds: number,
): DecodedCall {
  if (amountBaseUnits === 0n) {
    return { ...NO_EFFECT, functionName: 'approve', ends: [{ token, spender, keeper }] }
  }
  const forbidden =
    amountBaseUnits >= UNLIMITED_APPROVAL_FROM
      ? 'unlimited Permit2 approval'
      : expirationSeconds >= NEVER_EXPIRES
        ? 'Permit2 approval without expiry'
        : undefined
  const untilSeconds = expirationSeconds
  const approvals = [{ token, spender, amountBaseUnits, keeper, untilSeconds }]
  return {
    ...NO_EFFECT,
    functionName: 'approve',
    tokens: [token],
    approvals,
    ...(forbidden ? { forbidden } : {}),
  }
}

function decodeTransfer(
  account: Address,
  { from, to, amount, token }: { from: Address; to: Address; amount: bigint; token: Address },
): DecodedCall {
  const plain = { ...NO_EFFECT, functionName: 'transferFrom', tokens: [token], recipients: [to] }
  return isAddressEqual(from, account)
    ? { ...plain, outflows: [{ token, amountBaseUnits: amount }] }
    : { ...plain, forbidden: 'Permit2 transferFrom of another account' }
}

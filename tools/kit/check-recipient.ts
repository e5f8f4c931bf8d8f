import { type Address, getAddress, zeroAddress } from 'viem'
import { ToolError } from '../core/errors.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'

/**
 * Refuse recipients that can only be mistakes: the zero address, the sender itself, the token's own contract.
 *
 * @throws ToolError INVALID_PARAMS
 */
export function checkRecipient(recipient: Address, account: Address, token?: Address): Address {
  const problem = isAddressEqual(recipient, zeroAddress)
    ? 'is the zero address'
    : isAddressEqual(recipient, account)
      ? 'is the sending account itself'
      : token && isAddressEqual(recipient, token)
        ? 'is the contract of the token itself'
        : undefined
  if (problem) throw new ToolError('INVALID_PARAMS', { path: '/recipient', problem })
  return getAddress(recipient)
}

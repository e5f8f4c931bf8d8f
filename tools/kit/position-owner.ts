import { type Address, getAddress, zeroAddress } from 'viem'
import type { ToolContext } from '../core/context.ts'
import { ToolError } from '../core/errors.ts'

/** The owner whose positions are asked for, by default the own account. @throws ToolError INVALID_PARAMS for the zero address, which ERC-721 tells nothing of */
export function readOwner({ account }: Pick<ToolContext, 'account'>, owner: Address = account): Address {
  const read = getAddress(owner)
  if (read !== zeroAddress) return read
  const problem = 'is the zero address, which owns no positions'
  throw new ToolError('INVALID_PARAMS', { path: '/owner', problem })
}

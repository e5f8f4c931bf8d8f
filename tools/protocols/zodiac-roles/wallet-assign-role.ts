import { getAddress } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema } from '../../core/schema.ts'
import { rolesSettingsAbi } from './abi.ts'
import { BASE } from './base.ts'
import { defineRoleAct } from './define-role-act.ts'
import { RoleNameSchema, toRoleKey } from './funding-role.ts'

/** Give the operator a role of the owner's Safe. */
export const TOOL_DEF = defineRoleAct({
  name: 'wallet_assign_role',
  description: "Give a role of the owner's Safe to the operator, with its owners' signatures.",
  riskTier: 'layer3',
  promptSnippet:
    "wallet_assign_role gives the operator a role in the Roles modifier of the owner's Safe; its owners sign this very call.",
  promptGuidelines: ['See with wallet_get_role_permissions what the role may do before it is given.'],
  errorCodes: ['ROLE_MEMBER_REFUSED'],
  members: { role: RoleNameSchema, member: AddressSchema },
  encode({ role, member }, { operator }) {
    const account = getAddress(member)
    if (!isAddressEqual(account, operator)) {
      throw BASE.error('ROLE_MEMBER_REFUSED', { member: account, expected: operator })
    }
    return encodeFunctionData({
      abi: rolesSettingsAbi,
      functionName: 'assignRoles',
      args: [account, [toRoleKey(role)], [true]],
    })
  },
})

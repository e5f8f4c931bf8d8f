import { getAddress } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { AddressSchema } from '../../core/schema.ts'
import { rolesSettingsAbi } from './abi.ts'
import { defineRoleAct } from './define-role-act.ts'
import { RoleNameSchema, toRoleKey } from './funding-role.ts'

/** Take a role of the owner's Safe from a member. */
export const TOOL_DEF = defineRoleAct({
  name: 'wallet_revoke_role_member',
  description: "Take a role of the owner's Safe from a member, with its owners' signatures.",
  riskTier: 'layer2',
  promptSnippet:
    "wallet_revoke_role_member takes a role in the Roles modifier of the owner's Safe from any member; its owners sign this very call.",
  promptGuidelines: ['wallet_get_role_permissions lists the members of every role.'],
  errorCodes: [],
  members: { role: RoleNameSchema, member: AddressSchema },
  encode: ({ role, member }) =>
    encodeFunctionData({
      abi: rolesSettingsAbi,
      functionName: 'assignRoles',
      args: [getAddress(member), [toRoleKey(role)], [false]],
    }),
})

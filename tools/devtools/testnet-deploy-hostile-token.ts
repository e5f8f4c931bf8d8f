import { AddressSchema, BaseUnitsSchema, BpsSchema, Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool, TOKEN_TERMS } from './define-testnet-tool.ts'

/** Deploy an ERC-20 that misbehaves. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_deploy_hostile_token',
  description: 'Deploy a misbehaving ERC-20: fee, rebase, false events, failing approvals, reentrant.',
  tickBudget: 'medium',
  promptSnippet:
    'testnet_deploy_hostile_token deploys an ERC-20, all of it held by one account, that takes a fee, rebases, lies in its events, fails approvals or calls back, and returns its address.',
  promptGuidelines: ['The token is not on the token list; refer to it by address.'],
  input: Type.Object(
    {
      ...TOKEN_TERMS,
      holder: AddressSchema,
      supplyBaseUnits: BaseUnitsSchema,
      feeBps: Type.Optional(BpsSchema),
      balanceBps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      eventBps: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      refusesZeroApproval: Type.Optional(Type.Boolean()),
      approvals: Type.Optional(Type.Enum(['normal', 'revert', 'false'])),
      transfers: Type.Optional(Type.Enum(['normal', 'silent', 'pretended'])),
      reenters: Type.Optional(Type.Enum(['no', 'tries', 'insists'])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ token: AddressSchema }),
  errorCodes: ['CONTROL_NOT_AVAILABLE'],
  plan: (params) => planControl('deployHostileToken', params),
})

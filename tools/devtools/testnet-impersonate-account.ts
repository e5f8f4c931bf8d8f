import { getAddress } from 'viem'
import { AddressSchema, Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { DoneSchema, defineTestnetTool } from './define-testnet-tool.ts'

/** Start or stop sending as any account. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_impersonate_account',
  description: 'Start or stop sending as any account.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_impersonate_account lets the local chain accept transactions of an account without its key, or stops doing so.',
  promptGuidelines: ['Stop impersonating when done.'],
  input: Type.Object(
    { account: AddressSchema, enabled: Type.Boolean({ description: 'true to start, false to stop' }) },
    { additionalProperties: false },
  ),
  output: DoneSchema,
  errorCodes: ['CONTROL_NOT_AVAILABLE'],
  plan: ({ account, enabled }) =>
    planControl('impersonateAccount', { account: getAddress(account), enabled }),
})

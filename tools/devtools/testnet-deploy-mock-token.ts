import { AddressSchema, Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool, TOKEN_TERMS } from './define-testnet-tool.ts'

/** Deploy a mintable ERC-20 with given decimals. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_deploy_mock_token',
  description: 'Deploy a mintable ERC-20 with given name, symbol and decimals.',
  tickBudget: 'medium',
  promptSnippet:
    'testnet_deploy_mock_token deploys a plain mintable ERC-20 with given name, symbol and decimals on the local chain and returns its address.',
  promptGuidelines: ['The token is not on the token list; refer to it by address.'],
  input: Type.Object(TOKEN_TERMS, { additionalProperties: false }),
  output: Type.Object({ token: AddressSchema }),
  errorCodes: ['CONTROL_NOT_AVAILABLE'],
  plan: (params) => planControl('deployMockToken', params),
})

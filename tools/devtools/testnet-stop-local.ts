import { Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'

/** Stop a local chain that this session started. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_stop_local',
  description: 'Stop a local chain that this session started, and tell what is left of it.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_stop_local stops a local chain that testnet_setup_local started and tells what is left of it: its process, its socket or its entry in the ledger, normally nothing.',
  promptGuidelines: [],
  input: Type.Object(
    {
      chain: Type.String({
        minLength: 1,
        maxLength: 32,
        description: 'name that testnet_setup_local gave it',
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ chain: Type.String(), left: Type.Array(Type.String()) }),
  errorCodes: ['CONTROL_NOT_AVAILABLE', 'NOT_FOUND'],
  plan: (params) => planControl('stop', params),
})

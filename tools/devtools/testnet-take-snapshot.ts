import { Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'

/** Take a chain snapshot. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_take_snapshot',
  description: 'Take a chain snapshot.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_take_snapshot remembers the state of the local chain and returns an id with which testnet_revert_snapshot goes back to it, once.',
  promptGuidelines: [],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ snapshotId: Type.String() }),
  errorCodes: ['CONTROL_NOT_AVAILABLE'],
  plan: () => planControl('takeSnapshot', {}),
})

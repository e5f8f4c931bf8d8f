import { Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool, HeadSchema, SnapshotIdSchema } from './define-testnet-tool.ts'

/** Return to a snapshot and reset the node settings that it leaves behind. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_revert_snapshot',
  description: 'Return to a snapshot and reset the node settings that it leaves behind.',
  tickBudget: 'medium',
  promptSnippet:
    'testnet_revert_snapshot takes the local chain back to a snapshot, with balances, blocks and time; the snapshot is used up by it.',
  promptGuidelines: ['Take a new snapshot before going on.'],
  input: Type.Object({ snapshotId: SnapshotIdSchema }, { additionalProperties: false }),
  output: HeadSchema,
  errorCodes: ['CONTROL_NOT_AVAILABLE', 'NOT_FOUND'],
  plan: ({ snapshotId }) => planControl('revertSnapshot', { snapshotId }),
})

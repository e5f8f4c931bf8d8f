import { Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool, HeadSchema, SnapshotIdSchema } from './define-testnet-tool.ts'

/** Replace the blocks since a snapshot by others, as a reorganisation does. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_simulate_reorg',
  description: 'Replace the blocks since a snapshot by other, empty ones, as a reorganisation does.',
  tickBudget: 'medium',
  promptSnippet:
    'testnet_simulate_reorg takes away the blocks since a snapshot with all their transactions and mines other blocks; the snapshot is used up by it.',
  promptGuidelines: ['What was in the blocks that are gone is in no block and no pool any more.'],
  input: Type.Object(
    {
      snapshotId: SnapshotIdSchema,
      count: Type.Integer({ minimum: 1, maximum: 64, description: 'blocks of the other branch' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...HeadSchema.properties, droppedBlocks: Type.Integer() }),
  errorCodes: ['CONTROL_NOT_AVAILABLE', 'NOT_FOUND'],
  plan: (params) => planControl('simulateReorg', params),
})

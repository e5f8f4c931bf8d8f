import { Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool, HeadSchema } from './define-testnet-tool.ts'

/** Mine a number of blocks at a given interval. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_mine_blocks',
  description: 'Mine a number of blocks at a given interval.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_mine_blocks mines a number of blocks on the local chain, each a given number of seconds after the one before.',
  promptGuidelines: [],
  input: Type.Object(
    {
      count: Type.Integer({ minimum: 1, maximum: 10_000 }),
      intervalSeconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 86_400, description: '12 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: HeadSchema,
  errorCodes: ['CONTROL_NOT_AVAILABLE'],
  plan: ({ count, intervalSeconds = 12 }) => planControl('mineBlocks', { count, intervalSeconds }),
})

import { Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool, HeadSchema } from './define-testnet-tool.ts'

/** Move chain time forward by a duration and mine. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_time_travel',
  description: 'Move chain time forward by a duration and mine one block.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_time_travel moves the time of the local chain forward by some seconds and mines a block, so that deadlines, interest and expiries come to pass.',
  promptGuidelines: ['Time never goes back; take a snapshot first.'],
  input: Type.Object(
    { seconds: Type.Integer({ minimum: 1, maximum: 10 * 365 * 86_400, description: 'at most ten years' }) },
    { additionalProperties: false },
  ),
  output: HeadSchema,
  errorCodes: ['CONTROL_NOT_AVAILABLE'],
  plan: ({ seconds }) => planControl('timeTravel', { seconds }),
})

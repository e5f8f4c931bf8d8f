import { Type } from '../core/schema.ts'
import { defineEarlierShape } from '../core/tool-def.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool, HeadSchema } from './define-testnet-tool.ts'

const DurationSchema = Type.Integer({
  minimum: 1,
  maximum: 10 * 365 * 86_400,
  description: 'at most ten years',
})

/** Move chain time forward by a duration and mine. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_time_travel',
  description: 'Move chain time forward by a duration and mine one block.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_time_travel moves the time of the local chain forward by some seconds and mines a block, so that deadlines, interest and expiries come to pass.',
  promptGuidelines: ['Time never goes back; take a snapshot first.'],
  schemaVersion: 2,
  earlier: [
    defineEarlierShape({
      version: 1,
      supersededAt: '2026-11-23T00:00:00Z',
      input: Type.Object({ seconds: DurationSchema }, { additionalProperties: false }),
      upgrade: ({ seconds }) => ({ durationSeconds: seconds }),
    }),
  ],
  input: Type.Object({ durationSeconds: DurationSchema }, { additionalProperties: false }),
  output: HeadSchema,
  errorCodes: ['CONTROL_NOT_AVAILABLE'],
  plan: ({ durationSeconds }) => planControl('timeTravel', { seconds: durationSeconds }),
})

import { Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'

const WorldSchema = Type.Union([Type.Literal('empty'), Type.Literal('origin')], {
  description: 'empty holds nothing; origin is a fork of what this chain was forked from, at the same block',
})

/** Start a local chain beside the one under control. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_setup_local',
  description: 'Start a local chain of its own, empty or as a fork of the origin.',
  tickBudget: 'slow',
  promptSnippet:
    'testnet_setup_local starts a local chain beside this one, empty or with everything of the origin, and returns its name and URL; the tools here go on acting on this chain.',
  promptGuidelines: ['Stop it with testnet_stop_local; it ends with the session at the latest.'],
  input: Type.Object({ world: WorldSchema }, { additionalProperties: false }),
  output: Type.Object({
    chain: Type.String(),
    world: WorldSchema,
    url: Type.String(),
    chainId: Type.Integer(),
    blockNumber: Type.String(),
  }),
  errorCodes: ['CONTROL_NOT_AVAILABLE', 'INVALID_PARAMS'],
  plan: (params) => planControl('start', params),
})

import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-create-market.ts'

/** Create an isolated lending market. */
export const ACTION = defineAction({
  kind: 'create-market',
  description: 'Create an isolated lending market.',
  tool: TOOL_DEF,
})

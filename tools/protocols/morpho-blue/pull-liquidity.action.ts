import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-pull-public-liquidity.ts'

/** Have vault liquidity moved into a lending market. */
export const ACTION = defineAction({
  kind: 'pull-liquidity',
  description: 'Have vault liquidity moved into a lending market.',
  tool: TOOL_DEF,
})

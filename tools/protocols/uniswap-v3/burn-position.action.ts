import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-burn-position.ts'

/** Burn an emptied position. */
export const ACTION = defineAction({
  kind: 'burn-position',
  description: 'Burn an emptied position.',
  tool: TOOL_DEF,
})

import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-grow-observation-buffer.ts'

/** Have a pool keep more price observations. */
export const ACTION = defineAction({
  kind: 'grow-oracle',
  description: 'Have a pool keep more price observations, for the gas that it takes.',
  tool: TOOL_DEF,
})

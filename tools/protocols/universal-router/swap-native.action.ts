import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-swap-native-eth.ts'

/** Swap from or to the native coin itself. */
export const ACTION = defineAction({
  kind: 'swap-native',
  description: 'Swap an exact amount from or to the native coin itself, wrapped and unwrapped on the way.',
  tool: TOOL_DEF,
})

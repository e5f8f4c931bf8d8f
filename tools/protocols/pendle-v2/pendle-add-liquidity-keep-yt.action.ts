import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-add-liquidity-keep-yt.ts'

/** Add liquidity to a market from its asset and keep the yield tokens. */
export const ACTION = defineAction({
  kind: 'pendle-add-liquidity-keep-yt',
  description: 'Add liquidity to a market from its asset and keep the yield tokens.',
  tool: TOOL_DEF,
})

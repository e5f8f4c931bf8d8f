import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './safety-revoke-allowance.ts'

/** Set an allowance back to zero. */
export const ACTION = defineAction({
  kind: 'revoke-allowance',
  description: 'Set an allowance back to zero.',
  tool: TOOL_DEF,
})

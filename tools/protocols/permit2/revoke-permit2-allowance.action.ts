import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './safety-revoke-permit2-allowance.ts'

/** Set Permit2 allowances back to zero. */
export const ACTION = defineAction({
  kind: 'revoke-permit2-allowance',
  description: 'Set Permit2 allowances back to zero.',
  tool: TOOL_DEF,
})

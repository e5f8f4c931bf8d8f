import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './safety-revoke-all-authority.ts'

/** Take back all authority. */
export const ACTION = defineAction({
  kind: 'revoke-all',
  description: 'Take back all allowances of the account.',
  tool: TOOL_DEF,
})

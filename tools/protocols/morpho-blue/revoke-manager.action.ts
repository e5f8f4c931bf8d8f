import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-revoke-authorization.ts'

/** Withdraw a manager's authority over lending positions. */
export const ACTION = defineAction({
  kind: 'revoke-manager',
  description: "Withdraw a manager's authority over lending positions.",
  tool: TOOL_DEF,
})

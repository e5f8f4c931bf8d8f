import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './wallet-execute-with-role.ts'

/** Have the owner's Safe pay the account what a role allows. */
export const ACTION = defineAction({
  kind: 'pull-funds',
  description: "Have the owner's account pay the account an amount that the operator is allowed to ask for.",
  tool: TOOL_DEF,
})

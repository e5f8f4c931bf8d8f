import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-borrow-on-behalf.ts'

/** Borrow from Aave V3 on credit that another account delegated. */
export const ACTION = defineAction({
  kind: 'borrow-on-behalf',
  description: 'Borrow from Aave V3 on credit that another account delegated.',
  tool: TOOL_DEF,
})

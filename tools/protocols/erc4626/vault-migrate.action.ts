import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './vault-migrate.ts'

/** Move an amount from one vault into another of the same asset. */
export const ACTION = defineAction({
  kind: 'vault-migrate',
  description: 'Move an amount from one vault into another of the same asset.',
  tool: TOOL_DEF,
})
